package dev.punctual.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.punctual.core.Job;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job in an answer.
 *
 * @param at its due time, where it was scheduled for an instant
 * @param delay its delay, where it was scheduled by one
 * @param payload the JSON text as it was sent
 * @param url where it goes, where it brought that itself
 * @param timeline what happened to it, oldest first; only where one job was asked for
 */
public record JobView(
        String id,
        String queue,
        @Nullable String name,
        @JsonInclude(Include.NON_NULL) @Nullable String at,
        @JsonInclude(Include.NON_NULL) @Nullable String delay,
        @JsonRawValue @Nullable String payload,
        @Nullable RetryView retry,
        @Nullable String deadline,
        @JsonInclude(Include.NON_NULL) @Nullable String url,
        String state,
        String dueAt,
        String createdAt,
        String updatedAt,
        long generation,
        int attempt,
        @Nullable FireView lastFire,
        @Nullable String lastError,
        @JsonInclude(Include.NON_NULL) @Nullable List<TimelineView> timeline) {

    /** A job without its timeline. */
    public static JobView of(Job job) {
        return of(job, null);
    }

    /** A job with its timeline. */
    public static JobView withTimeline(Job job) {
        return of(job, job.history().timeline().stream().map(TimelineView::of).toList());
    }

    private static JobView of(Job job, @Nullable List<TimelineView> timeline) {
        Job.Content content = job.content();
        Job.History history = job.history();
        String dueAt = InstantText.format(job.dueAt());
        return new JobView(
                content.id().value(),
                content.queue().value(),
                content.name(),
                content.delay() == null ? dueAt : null,
                text(content.delay()),
                content.payload(),
                content.retry() == null ? null : RetryView.of(content.retry()),
                text(content.deadline()),
                content.route().url(),
                job.state().word(),
                dueAt,
                InstantText.format(job.createdAt()),
                InstantText.format(job.updatedAt()),
                job.generation().value(),
                history.attempts(),
                history.lastFire() == null ? null : FireView.of(history.lastFire()),
                history.lastError(),
                timeline);
    }

    private static @Nullable String text(@Nullable Duration duration) {
        return duration == null ? null : DurationText.format(duration);
    }
}
