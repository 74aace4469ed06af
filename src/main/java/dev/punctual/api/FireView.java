package dev.punctual.api;

import dev.punctual.core.Fire;
import dev.punctual.core.SweepCause;
import org.jspecify.annotations.Nullable;

/**
 * The record of one fire in an answer.
 *
 * @param cause why a sweep had to; null on the fast path
 * @param lagMs fire time minus due time in milliseconds
 */
public record FireView(
        String id,
        String queue,
        @Nullable String name,
        String path,
        @Nullable String cause,
        String dueAt,
        String firedAt,
        long lagMs,
        int attempt,
        long generation,
        String instance,
        String outcome) {

    public static FireView of(Fire fire) {
        Fire.Subject job = fire.job();
        return new FireView(
                job.id().value(),
                job.queue().value(),
                job.name(),
                fire.path().word(),
                word(fire.cause()),
                InstantText.format(fire.dueAt()),
                InstantText.format(fire.firedAt()),
                fire.lagMillis(),
                fire.attempt(),
                job.generation().value(),
                fire.instance(),
                fire.outcome().word());
    }

    private static @Nullable String word(@Nullable SweepCause cause) {
        return cause == null ? null : cause.word();
    }
}
