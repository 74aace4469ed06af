package dev.punctual.core;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one claim.
 *
 * @param fires what was claimed, in the order of firing
 * @param refused hints that led to nothing: claimed by another, changed meanwhile, not due
 * @param setAside ids whose record could not be read, with the reason; they are dead now
 * @param ghosts ids of the schedule that had no record, or one that does not wait; taken off
 * @param left how many of the hints, from the end of the list, were not looked at because the batch had grown too large
 * @param nextDue the due time at the head of the schedule; null where it is empty
 * @param leased those of the fires that are under a lease of this instance now
 * @param parked the queues of due jobs that found no capacity, or whose queue is paused
 */
public record ClaimBatch(
        List<ClaimedFire> fires,
        int refused,
        List<String> setAside,
        List<String> ghosts,
        int left,
        @Nullable Instant nextDue,
        List<ClaimedJob> leased,
        List<QueueName> parked) {

    /** A batch without leases. */
    public ClaimBatch(
            List<ClaimedFire> fires,
            int refused,
            List<String> setAside,
            List<String> ghosts,
            int left,
            @Nullable Instant nextDue) {
        this(fires, refused, setAside, ghosts, left, nextDue, List.of(), List.of());
    }
}
