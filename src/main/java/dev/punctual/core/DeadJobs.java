package dev.punctual.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dead jobs. Every step is bounded, so that Redis is never held for long; who wants all of them goes on with the cursor.
 * Thread-safe.
 *
 * <p>Every method may throw {@link StoreUnavailableException} and {@link OutcomeUnknownException}.
 */
public interface DeadJobs {

    /**
     * Which dead jobs, in the order of their deaths.
     *
     * @param queue only this queue; null for all
     * @param reason only those whose reason is this text or begins with it; null for all
     * @param limit at most so many, 1 to 1000
     * @param cursor where the last step ended; null for the first
     */
    record Query(@Nullable QueueName queue, @Nullable String reason, int limit, @Nullable String cursor) {}

    /**
     * @param ids the jobs that were changed
     * @param next the cursor of the next step; null at the end
     */
    record Step(List<JobId> ids, @Nullable String next) {}

    /**
     * A page of dead jobs.
     *
     * @throws InvalidJobException for field {@code cursor} if the cursor is not one of ours
     */
    Page<Job> list(Query query);

    /**
     * Lets dead jobs wait again: due now, attempts reset, in a new generation. One whose record could not be read stays dead.
     *
     * @throws InvalidJobException for field {@code cursor} if the cursor is not one of ours
     */
    Step replay(Query query);

    /**
     * Removes dead jobs for good.
     *
     * @throws InvalidJobException for field {@code cursor} if the cursor is not one of ours
     */
    Step remove(Query query);

    /**
     * Removes one dead job for good.
     *
     * @throws JobNotFoundException if no such job is known
     * @throws JobConflictException if it is not dead
     */
    void remove(JobId id);
}
