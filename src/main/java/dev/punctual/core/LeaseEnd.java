package dev.punctual.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the owner of a lease wants it to end.
 *
 * @param token proves the lease
 * @param how what became of the job
 */
public record LeaseEnd(LeaseToken token, How how) {

    /** What became of the job. */
    public sealed interface How {}

    /** Its target has it. */
    public record Delivered() implements How {}

    /**
     * It is to be tried again, where an attempt is left.
     *
     * @param reason becomes the job's {@code lastError}
     * @param delay how long to wait at least; where the retry rules say longer, they hold; null leaves it to them
     */
    public record Retry(String reason, @Nullable Duration delay) implements How {}

    /**
     * It is to be tried again after exactly this wait, where an attempt is left.
     *
     * @param reason becomes the job's {@code lastError}
     * @param delay how long to wait
     */
    public record RetryAfter(String reason, Duration delay) implements How {}

    /**
     * No attempt would help.
     *
     * @param reason becomes the job's {@code lastError}
     */
    public record Dead(String reason) implements How {}

    /** It was never begun: the attempt does not count, and the job is due as it was before. */
    public record Released() implements How {}

    /** What a target said to a delivery. */
    public static LeaseEnd of(LeaseToken token, DeliveryOutcome outcome) {
        if (outcome instanceof DeliveryOutcome.Retry retry) {
            return new LeaseEnd(token, new Retry(retry.reason(), retry.retryAfter()));
        }
        return outcome instanceof DeliveryOutcome.Dead dead
                ? new LeaseEnd(token, new Dead(dead.reason()))
                : new LeaseEnd(token, new Delivered());
    }

    /** What became of it. */
    public enum Outcome {
        /** The job is delivered. */
        DELIVERED,
        /** The job waits for its next attempt. */
        RETRY,
        /** The job is dead. */
        DEAD,
        /** The job waits as it did before the claim. */
        RELEASED,
        /** The lease belongs to another, has lapsed and was swept, or is over; nothing was changed. */
        LOST;

        /** The word in Redis and metrics. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
