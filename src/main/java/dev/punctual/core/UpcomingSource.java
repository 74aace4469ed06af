package dev.punctual.core;

/** Counts what is due next. Thread-safe; blocks until Redis answers or the command's time-out ends. */
@FunctionalInterface
public interface UpcomingSource {

    /**
     * The counts of this moment.
     *
     * @throws StoreUnavailableException if Redis does not answer
     * @throws OutcomeUnknownException if it does not answer in time
     */
    Upcoming upcoming();
}
