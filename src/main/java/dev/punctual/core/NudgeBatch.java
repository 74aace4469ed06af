package dev.punctual.core;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one nudge.
 *
 * @param nudged how many due keys were read
 * @param stillThere how many of them Redis did not take for expired yet
 * @param nextDue the due time of the first job that is not due yet; null where there is none
 * @param at when, by Redis's clock
 * @param dueKeys those that were read
 */
public record NudgeBatch(int nudged, int stillThere, @Nullable Instant nextDue, Instant at, List<DueKey> dueKeys) {

    /** A batch of which only the numbers matter. */
    public NudgeBatch(int nudged, int stillThere, @Nullable Instant nextDue) {
        this(nudged, stillThere, nextDue, Instant.EPOCH, List.of());
    }
}
