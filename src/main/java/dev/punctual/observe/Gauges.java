package dev.punctual.observe;

import dev.punctual.core.NotificationState;
import dev.punctual.core.StoreStats;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * What is read when Prometheus scrapes. While Redis does not answer, what only Redis knows is absent from the scrape,
 * rather than wrong; the scrape itself stands, and waits for Redis no longer than the snapshot does.
 */
public final class Gauges {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private Gauges() {}

    /**
     * @param registry where they are scraped
     * @param snapshot the counts of Redis
     * @param notifications whether notifications arrive; answers from memory
     * @param sweepAge since the last good sweep; answers from memory
     */
    public static void register(
            PrometheusRegistry registry,
            StatsSnapshot snapshot,
            Supplier<NotificationState> notifications,
            Supplier<Duration> sweepAge) {
        registerCounts(registry, snapshot);
        GaugeWithCallback.builder()
                .name("punctual_notification_probe_lag_seconds")
                .help("From the expiry of the last probe key to its notification; absent while none comes.")
                .callback(gauge -> {
                    Duration lag = notifications.get().probeLag();
                    if (lag != null) {
                        gauge.call(seconds(lag));
                    }
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("punctual_sweep_age_seconds")
                .help("Since the last sweep of this instance that ended without a fault.")
                .callback(gauge -> gauge.call(seconds(sweepAge.get())))
                .register(registry);
    }

    private static void registerCounts(PrometheusRegistry registry, StatsSnapshot snapshot) {
        GaugeWithCallback.builder()
                .name("punctual_jobs")
                .help("Jobs over all instances: 'overdue' is a part of 'scheduled', 'finished' are the delivered and"
                        + " cancelled ones that are still kept. Absent while Redis does not answer.")
                .labelNames("state")
                .callback(gauge -> {
                    StoreStats stats = snapshot.latest().stats();
                    if (stats != null) {
                        count(gauge, stats.jobs());
                    }
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("punctual_oldest_overdue_seconds")
                .help(
                        "By how much the oldest waiting job is past its due time; 0 where none is. Absent while Redis does"
                                + " not answer.")
                .callback(gauge -> {
                    StoreStats stats = snapshot.latest().stats();
                    if (stats != null) {
                        gauge.call(stats.jobs().oldestOverdueMillis() / MILLIS_PER_SECOND);
                    }
                })
                .register(registry);
    }

    private static void count(GaugeWithCallback.Callback gauge, StoreStats.Jobs jobs) {
        gauge.call((double) jobs.scheduled(), "scheduled");
        gauge.call((double) jobs.overdue(), "overdue");
        gauge.call((double) jobs.running(), "running");
        gauge.call((double) jobs.dead(), "dead");
        gauge.call((double) jobs.finished(), "finished");
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }
}
