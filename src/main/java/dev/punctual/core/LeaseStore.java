package dev.punctual.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leases as the engine sees them, and the jobs that wait for capacity. Every step is atomic and bounded. Thread-safe; the
 * calls block until Redis answers or the command's time-out ends.
 *
 * <p>Every method may throw {@link StoreUnavailableException} and {@link OutcomeUnknownException}.
 */
public interface LeaseStore {

    /** As many tokens as one call takes. */
    int MAX_BATCH = 256;

    /**
     * Claims jobs that are parked, in the order of due times, ties in the order of scheduling: for capacity that has become
     * free, or of a queue that has been resumed. Their path is {@code sweep}.
     *
     * @param limit at most so many, up to {@link #MAX_BATCH}; where the queue's target is leased, as many as there are places
     */
    ParkedBatch claimParked(QueueName queue, int limit);

    /**
     * @param claim what was claimed
     * @param more whether more are parked there that could be claimed now
     */
    record ParkedBatch(ClaimBatch claim, boolean more) {}

    /** The queues that have parked jobs and are not paused. */
    List<QueueName> queuesWithParked();

    /**
     * Ends leases. One that is not the owner any more is refused, and changes nothing. Idempotent but for the answer.
     *
     * @param ends at most {@link #MAX_BATCH}
     */
    Ended end(List<LeaseEnd> ends);

    /**
     * @param outcomes one per end, in the same order
     * @param nextDue the first due time of those that are tried again; null where none is
     */
    record Ended(List<Outcome> outcomes, @Nullable Instant nextDue) {}

    /**
     * @param queue the queue of the job; null where there is no such job any more
     */
    record Outcome(LeaseEnd.Outcome outcome, @Nullable QueueName queue) {}

    /**
     * Lets leases end later: so long from now.
     *
     * @param extensions at most {@link #MAX_BATCH}
     * @return for each, in the same order, when it ends now; null where it is lost
     */
    List<@Nullable Instant> extend(List<Extension> extensions);

    /**
     * @param token proves the lease
     * @param lease from now on; null for as long as it was claimed for
     */
    record Extension(LeaseToken token, @Nullable Duration lease) {}

    /**
     * Takes jobs whose lease has lapsed from their owners: they are parked for the next attempt, or dead where none is left.
     *
     * @param limit at most so many, up to {@link #MAX_BATCH}
     */
    Lapsed lapse(int limit);

    /**
     * @param fires the attempts that ended so
     * @param setAside ids whose record could not be read; they are dead now
     * @param ghosts ids of the running set without a running record; taken off
     * @param next when the next lease lapses; null where none runs
     */
    record Lapsed(List<Fire> fires, List<String> setAside, List<String> ghosts, @Nullable Instant next) {}
}
