package dev.punctual.core;

import java.util.Locale;

/** What became of one attempt. */
public enum FireOutcome {
    /** The target has it. */
    DELIVERED,
    /** The target refused; the job waits for its next attempt. */
    RETRY,
    /** The target refused and no attempt was left. */
    DEAD,
    /** The claimer has not said yet. */
    RUNNING,
    /** The lease of the claimer lapsed before it said. */
    LAPSED,
    /** The claimer gave the job back without having begun; the attempt does not count. */
    RELEASED;

    /** The word in JSON and Redis. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException if there is none of that name
     */
    public static FireOutcome ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
