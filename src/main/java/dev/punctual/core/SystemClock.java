package dev.punctual.core;

import java.time.Clock;

/**
 * The one place that reads this machine's clock. Due times never depend on it: they are judged by Redis's clock. It
 * serves ids, log lines and the clock skew that is shown to the operator.
 */
public final class SystemClock {

    private static final Clock CLOCK = Clock.systemUTC();

    private SystemClock() {}

    /** Milliseconds since 1970-01-01T00:00Z. */
    public static long millis() {
        return CLOCK.millis();
    }
}
