package dev.punctual.core;

import java.util.Locale;
import java.util.Optional;

/** Which path led to a claim. */
public enum FirePath {
    /** A notification. */
    FAST,
    /** The reconciler. */
    SWEEP;

    /** The word in JSON, metrics and Redis. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a path by its word; empty where there is none of that name. */
    public static Optional<FirePath> ofWord(String word) {
        for (FirePath path : values()) {
            if (path.word().equals(word)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }
}
