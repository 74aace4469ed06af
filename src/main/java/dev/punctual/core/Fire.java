package dev.punctual.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The record of one fire: which job, by which path, why, and how late.
 *
 * @param job what fired
 * @param path which path led to the claim
 * @param cause why a sweep had to; null on the fast path
 * @param dueAt the due time
 * @param firedAt the claim, by Redis's clock
 * @param attempt from 1
 * @param instance who claimed it
 * @param outcome what became of it
 */
public record Fire(
        Subject job,
        FirePath path,
        @Nullable SweepCause cause,
        Instant dueAt,
        Instant firedAt,
        int attempt,
        String instance,
        FireOutcome outcome) {

    /**
     * The job that fired.
     *
     * @param name null where the job has none
     * @param traceparent the W3C trace context that it came with; null for none, and where it is not known
     */
    public record Subject(
            JobId id, QueueName queue, @Nullable String name, Generation generation, @Nullable String traceparent) {

        /** A job without a trace. */
        public Subject(JobId id, QueueName queue, @Nullable String name, Generation generation) {
            this(id, queue, name, generation, null);
        }
    }

    /** Fire time minus due time in milliseconds. */
    public long lagMillis() {
        return firedAt.toEpochMilli() - dueAt.toEpochMilli();
    }
}
