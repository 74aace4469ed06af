package dev.punctual.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Queues whose jobs are pulled. Thread-safe. Every method may throw {@link StoreUnavailableException} and {@link
 * OutcomeUnknownException}; stages complete exceptionally with the same.
 */
public interface PullLeases {

    /** As many jobs as one poll may ask for. */
    int MAX_JOBS = 256;

    /** The longest wait of a poll. */
    Duration MAX_WAIT = Duration.ofSeconds(60);

    /**
     * Asks for jobs. Answers as soon as there is one, with all that are there, or empty when the wait is over. No thread is
     * held meanwhile. May block for one answer of Redis.
     *
     * @param queue a queue whose target is {@link Target.Pull}
     * @param max at most so many, 1 to {@link #MAX_JOBS}
     * @param wait how long to wait for the first one, 0 to {@link #MAX_WAIT}
     * @param lease how long each belongs to the caller; null for the queue's own
     * @throws InvalidJobException if that queue is not pulled
     */
    Poll poll(QueueName queue, int max, Duration wait, @Nullable Duration lease);

    /** A poll that is under way. */
    interface Poll {

        /** The jobs; completes on a thread that must not block. */
        CompletionStage<List<PulledJob>> jobs();

        /** Whoever asked has gone: jobs that were leased to it are released. Does not block; repeated calls do nothing. */
        void abandon();
    }

    /**
     * A job and its lease.
     *
     * @param body the JSON of the job, as every target gets it
     * @param leaseEndsAt by Redis's clock
     */
    record PulledJob(LeaseToken token, String body, Instant leaseEndsAt) {}

    /**
     * The work is done.
     *
     * @return whether the lease was held
     */
    boolean ack(LeaseToken token);

    /**
     * The work of several is done.
     *
     * @param tokens at most {@link #MAX_JOBS}
     * @return whether each lease was held, in the same order
     */
    List<Boolean> ack(List<LeaseToken> tokens);

    /**
     * The work failed; the job is tried again where an attempt is left.
     *
     * @param reason becomes the job's {@code lastError}
     * @param delay how long to wait; null leaves it to the retry rules
     * @return whether the lease was held
     */
    boolean nack(LeaseToken token, String reason, @Nullable Duration delay);

    /**
     * The work takes longer.
     *
     * @param lease from now on; null for the queue's own
     * @return when the lease ends now; null where it is not held
     */
    @Nullable Instant extend(LeaseToken token, @Nullable Duration lease);
}
