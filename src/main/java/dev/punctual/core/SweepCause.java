package dev.punctual.core;

import java.util.Locale;
import java.util.Optional;

/** Why a sweep had to fire a job. The fast path has no cause. */
public enum SweepCause {
    /** The notification came after the sweep. */
    LATE,
    /** The notification never came. */
    LOST,
    /** The job was due while no capacity was free for it, or while its queue was paused. */
    SATURATED,
    /** The job was overdue when the service started or reconnected. */
    CATCH_UP,
    /** The lease of the claimer ended before the work did. */
    LEASE_LAPSED;

    /** The word in JSON, metrics and Redis. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a cause by its word; empty where there is none of that name. */
    public static Optional<SweepCause> ofWord(String word) {
        for (SweepCause cause : values()) {
            if (cause.word().equals(word)) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }
}
