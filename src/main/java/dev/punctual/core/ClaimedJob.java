package dev.punctual.core;

import java.time.Duration;

/**
 * A job that this instance has just claimed under a lease.
 *
 * @param fire its fire; the outcome is {@link FireOutcome#RUNNING}
 * @param token proves the lease
 * @param delivery what its target gets
 * @param lease how long the lease lasts from the claim on
 */
public record ClaimedJob(ClaimedFire fire, LeaseToken token, Delivery delivery, Duration lease) {

    /** The queue of the job. */
    public QueueName queue() {
        return fire.fire().job().queue();
    }
}
