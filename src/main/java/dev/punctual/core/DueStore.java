package dev.punctual.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The schedule as the engine sees it. Every claim is one atomic step: whoever is told of a fire is the only one who ever
 * is. A claim is judged by record, schedule and Redis's clock, and never by a due key. Every step is bounded.
 * Thread-safe; the calls block until Redis answers or the command's time-out ends.
 *
 * <p>Every method may throw {@link StoreUnavailableException} and {@link OutcomeUnknownException}. A claim whose answer
 * was lost has either happened in whole, with its fire record, or not at all.
 */
public interface DueStore {

    /** Redis's time now. */
    Instant now();

    /**
     * Reads the due keys of the jobs at the head of the schedule that are due, so that Redis expires them now.
     *
     * @param limit at most so many
     */
    NudgeBatch nudge(int limit);

    /**
     * Claims what notifications told of, where generation and due time fit.
     *
     * @param hints at most 512
     * @param leaveBefore jobs due before it are left to the reconciler, which is catching up
     * @param free places of the queues whose target is leased and has some; jobs of the others of that kind are parked
     */
    ClaimBatch claimNotified(List<DueKey> hints, Instant leaveBefore, Map<QueueName, Integer> free);

    /** Claims where no leased target has a free place. */
    default ClaimBatch claimNotified(List<DueKey> hints, Instant leaveBefore) {
        return claimNotified(hints, leaveBefore, Map.of());
    }

    /**
     * Claims from the head of the schedule what is overdue by the grace, oldest first.
     *
     * @param limit at most so many, up to 512
     * @param grace how long past due a job is left to the fast path
     * @param catchUpBefore jobs due before it are claimed without grace, with cause {@code catch_up}; the others get
     *     {@code lost}, to be settled
     * @param free places of the queues whose target is leased and has some; jobs of the others of that kind are parked
     */
    ClaimBatch claimOverdue(int limit, Duration grace, Instant catchUpBefore, Map<QueueName, Integer> free);

    /** Claims where no leased target has a free place. */
    default ClaimBatch claimOverdue(int limit, Duration grace, Instant catchUpBefore) {
        return claimOverdue(limit, grace, catchUpBefore, Map.of());
    }

    /**
     * Writes the final cause of fires that were claimed as {@code lost}: into record, fire log and counters.
     *
     * @param settlements at most 512
     */
    void settle(List<Settlement> settlements);

    /**
     * Removes finished jobs that are older or more than the retention allows, oldest first.
     *
     * @param limit at most so many
     * @return how many were removed
     */
    int trimFinished(int limit);

    /**
     * Removes dead jobs that are older or more than the retention allows, oldest first.
     *
     * @param limit at most so many
     * @return how many were removed
     */
    int trimDead(int limit);

    /**
     * Looks at some records and mends what does not fit: a waiting job without or with another entry in the schedule is put
     * back at the due time of its record.
     *
     * @param cursor where the last look ended, or {@code "0"}
     * @param look about how many keys to look at
     * @return the next cursor, {@code "0"} at the end of a round, and the ids that were mended
     */
    Mended mend(String cursor, int look);

    /**
     * @param cursor where to go on
     * @param ids what was mended
     */
    record Mended(String cursor, List<String> ids) {}

    /**
     * Says that this instance lives, and makes sure that the key layout stands.
     *
     * @param listening whether it hears notifications at present
     * @return the instances that hear notifications and have shown a sign of life lately
     */
    List<String> beat(boolean listening);
}
