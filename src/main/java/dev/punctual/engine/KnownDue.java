package dev.punctual.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The earliest due time that a loop has heard of, from Redis or from whoever scheduled. Thread-safe. */
final class KnownDue {

    private @Nullable Instant earliest;

    /**
     * Hears of a due time.
     *
     * @param due null says nothing
     * @return whether it is earlier than what was known, so that who rests by that has to look again
     */
    synchronized boolean hear(@Nullable Instant due) {
        boolean earlier = due != null && (earliest == null || due.isBefore(earliest));
        if (earlier) {
            earliest = due;
        }
        return earlier;
    }

    /** From now on nothing is known. */
    synchronized void forget() {
        earliest = null;
    }

    /** Null where nothing is known. */
    synchronized @Nullable Instant earliest() {
        return earliest;
    }
}
