package dev.punctual.core;

import java.time.Duration;
import java.util.Locale;

/**
 * How long to wait before the next attempt.
 *
 * @param type fixed, or doubling with every attempt
 * @param initial the wait after the first attempt, 1 ms or more
 * @param max the longest wait
 * @param jitter the share by which a wait may differ at random, 0 to 1
 */
public record Backoff(Type type, Duration initial, Duration max, double jitter) {

    /** The growth of the wait. */
    public enum Type {
        FIXED,
        EXPONENTIAL;

        /** The word in JSON and configuration. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Exponential from 1 s to 10 min, with a fifth of jitter. */
    public static final Backoff DEFAULT =
            new Backoff(Type.EXPONENTIAL, Duration.ofSeconds(1), Duration.ofMinutes(10), 0.2);

    /**
     * @throws InvalidJobException if a value is out of its range
     */
    public Backoff {
        if (initial.toMillis() < 1 || initial.compareTo(Due.MAX_DELAY) > 0) {
            throw new InvalidJobException("retry.backoff.initial", "must be from 1ms to 3650 days");
        }
        if (max.compareTo(initial) < 0 || max.compareTo(Due.MAX_DELAY) > 0) {
            throw new InvalidJobException("retry.backoff.max", "must be from 'initial' to 3650 days");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new InvalidJobException("retry.backoff.jitter", "must be from 0 to 1");
        }
    }
}
