package dev.punctual.core;

import java.time.Duration;

/**
 * A job that this instance has just claimed under a lease.
 *
 * @param fire its fire; the outcome is {@link FireOutcome#RUNNING}
 * @param token proves the lease
 * @param delivery what its target gets
 * @param lease how long the lease lasts from the claim on
 * @param claimedNanos when the claim was answered, by {@link System#nanoTime}
 */
public record ClaimedJob(ClaimedFire fire, LeaseToken token, Delivery delivery, Duration lease, long claimedNanos) {

    /** The queue of the job. */
    public QueueName queue() {
        return fire.fire().job().queue();
    }
}
