package dev.punctual.api;

import dev.punctual.core.FirePath;
import dev.punctual.core.NotificationState;
import dev.punctual.core.Observations;
import dev.punctual.core.RedisState;
import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of the service in an answer.
 *
 * @param instances who has shown a sign of life of late
 * @param fires over all instances, since the namespace began
 * @param lagMs of the answering instance, by path
 * @param sweepAgeMs since the last good sweep of the answering instance
 */
public record StatsView(
        List<InstanceView> instances,
        JobsView jobs,
        FiresView fires,
        Map<String, LagView> lagMs,
        NotificationsView notifications,
        Observations.Nudges nudge,
        long sweepAgeMs,
        RedisView redis) {

    /** One instance. */
    public record InstanceView(String name, String seenAt) {}

    /** Counts of jobs: what is overdue waits for the service, what is parked for its queue; both are scheduled. */
    public record JobsView(
            long scheduled,
            long overdue,
            long running,
            long dead,
            long oldestOverdueMs,
            long parked,
            long oldestParkedMs) {
        static JobsView of(StoreStats.Jobs jobs) {
            return new JobsView(
                    jobs.scheduled(),
                    jobs.overdue(),
                    jobs.running(),
                    jobs.dead(),
                    jobs.oldestOverdueMillis(),
                    jobs.parked().jobs(),
                    jobs.parked().oldestMillis());
        }
    }

    /** Counts of fires. */
    public record FiresView(long fast, long sweep, Map<String, Long> bySweepCause) {}

    /** Lags in milliseconds. */
    public record LagView(long count, double p50, double p90, double p99, double p999, double max) {
        static LagView of(Observations.Lag lag) {
            return new LagView(lag.count(), lag.p50(), lag.p90(), lag.p99(), lag.p999(), lag.max());
        }
    }

    /** Whether notifications arrive. */
    public record NotificationsView(String state, @Nullable Double probeLagMs, long received, long foreign) {}

    /** The Redis server. */
    public record RedisView(String version, String mode, double latencyMs, double clockSkewMs) {}

    public static StatsView of(StoreStats store, Observations here) {
        return new StatsView(
                store.instances().stream()
                        .map(one -> new InstanceView(one.name(), InstantText.format(one.seenAt())))
                        .toList(),
                JobsView.of(store.jobs()),
                new FiresView(store.fires().fast(), store.fires().sweep(), causes(store.fires())),
                lags(here),
                notifications(here.notifications()),
                here.nudges(),
                here.sweepAge().toMillis(),
                redis(here.redis()));
    }

    private static Map<String, Long> causes(StoreStats.Fires fires) {
        Map<String, Long> causes = new LinkedHashMap<>();
        for (SweepCause cause : SweepCause.values()) {
            causes.put(cause.word(), fires.bySweepCause().getOrDefault(cause, 0L));
        }
        return causes;
    }

    private static Map<String, LagView> lags(Observations here) {
        Map<String, LagView> lags = new LinkedHashMap<>();
        for (FirePath path : FirePath.values()) {
            lags.put(path.word(), LagView.of(here.lag(path)));
        }
        return lags;
    }

    private static NotificationsView notifications(Observations.Notifications seen) {
        NotificationState state = seen.state();
        Duration lag = state.probeLag();
        return new NotificationsView(
                state.state().name().toLowerCase(Locale.ROOT),
                lag == null ? null : millis(lag),
                seen.received(),
                seen.foreign());
    }

    private static RedisView redis(RedisState redis) {
        return new RedisView(redis.version(), redis.mode(), millis(redis.latency()), millis(redis.clockSkew()));
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1_000_000.0;
    }
}
