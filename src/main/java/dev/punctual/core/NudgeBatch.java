package dev.punctual.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one nudge.
 *
 * @param nudged how many due keys were read
 * @param stillThere how many of them Redis did not take for expired yet
 * @param nextDue the due time of the first job that is not due yet; null where there is none
 */
public record NudgeBatch(int nudged, int stillThere, @Nullable Instant nextDue) {}
