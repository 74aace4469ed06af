package dev.punctual.core;

import java.util.Locale;
import java.util.Optional;

/** Where a job is in its life. */
public enum JobState {
    /** On the schedule, waiting for its due time (a first one, or that of a retry). */
    SCHEDULED,
    /** Claimed under a lease. */
    RUNNING,
    /** Handed to its target. */
    DELIVERED,
    /** Used up its attempts or its deadline, or its record cannot be read; kept with its reason. */
    DEAD,
    /** Taken back before it fired. */
    CANCELLED;

    /** The word in JSON, metrics and URLs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a state by its word; empty where there is none of that name. */
    public static Optional<JobState> ofWord(String word) {
        for (JobState state : values()) {
            if (state.word().equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
