package dev.punctual.core;

import java.util.List;

/**
 * Reads counts. Thread-safe; blocks until Redis answers or the command's time-out ends.
 *
 * <p>Every method may throw {@link StoreUnavailableException} and {@link OutcomeUnknownException}.
 */
public interface StatsSource {

    /** Counts over all instances. */
    StoreStats stats();

    /** Every queue that has or had jobs, by name. */
    List<StoreStats.QueueCounts> queues();
}
