package dev.punctual.api;

import dev.punctual.core.TimelineEvent;
import org.jspecify.annotations.Nullable;

/**
 * One step in the life of a job in an answer.
 *
 * @param attempt the attempt; null where it was none
 */
public record TimelineView(
        String event,
        String at,
        long generation,
        @Nullable Integer attempt,
        @Nullable String path,
        @Nullable String cause,
        @Nullable String instance,
        @Nullable String detail) {

    public static TimelineView of(TimelineEvent event) {
        return new TimelineView(
                event.event(),
                InstantText.format(event.at()),
                event.generation(),
                event.attempt() == 0 ? null : event.attempt(),
                event.path() == null ? null : event.path().word(),
                event.cause() == null ? null : event.cause().word(),
                event.instance(),
                event.detail());
    }
}
