package dev.punctual.core;

import java.time.Duration;

/** What this instance has seen since it started. Thread-safe; answers from memory. */
public interface Observations {

    /**
     * Lags in milliseconds; all 0 where nothing fired by that path.
     *
     * @param count fires
     */
    record Lag(long count, double p50, double p90, double p99, double p999, double max) {}

    /**
     * @param state whether they arrive
     * @param received notifications of our due keys
     * @param foreign notifications of keys that are not ours
     */
    record Notifications(NotificationState state, long received, long foreign) {}

    /**
     * @param enabled whether this instance nudges
     * @param sent due keys read
     */
    record Nudges(boolean enabled, long sent) {}

    /** The lags of this instance's fires. */
    Lag lag(FirePath path);

    /** The notifications that this instance heard. */
    Notifications notifications();

    /** The nudges of this instance. */
    Nudges nudges();

    /** How long ago the last good sweep of this instance ended; since the start where there was none yet. */
    Duration sweepAge();

    /** What is known of the Redis server. */
    RedisState redis();
}
