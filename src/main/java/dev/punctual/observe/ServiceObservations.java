package dev.punctual.observe;

import dev.punctual.core.FirePath;
import dev.punctual.core.NotificationState;
import dev.punctual.core.Observations;
import dev.punctual.core.RedisState;
import java.time.Duration;
import java.util.function.Supplier;

/** Puts together what this instance has seen, out of the places that saw it. Thread-safe; answers from memory. */
public final class ServiceObservations implements Observations {

    private final LagRecorder lags;
    private final Metrics metrics;
    private final boolean nudgeEnabled;
    private final Supplier<NotificationState> notifications;
    private final Supplier<RedisState> redis;

    /**
     * @param lags the lags of this instance's fires
     * @param metrics the counts of this instance
     * @param nudgeEnabled whether this instance nudges
     * @param notifications whether notifications arrive; answers from memory
     * @param redis what is known of the server; answers from memory
     */
    public ServiceObservations(
            LagRecorder lags,
            Metrics metrics,
            boolean nudgeEnabled,
            Supplier<NotificationState> notifications,
            Supplier<RedisState> redis) {
        this.lags = lags;
        this.metrics = metrics;
        this.nudgeEnabled = nudgeEnabled;
        this.notifications = notifications;
        this.redis = redis;
    }

    @Override
    public Lag lag(FirePath path) {
        return lags.lag(path);
    }

    @Override
    public Notifications notifications() {
        return new Notifications(notifications.get(), metrics.notificationsReceived(), metrics.notificationsForeign());
    }

    @Override
    public Nudges nudges() {
        return new Nudges(nudgeEnabled, metrics.nudgesSent());
    }

    @Override
    public Duration sweepAge() {
        return metrics.sweepAge();
    }

    @Override
    public RedisState redis() {
        return redis.get();
    }
}
