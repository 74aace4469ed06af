package dev.punctual.observe;

import dev.punctual.core.NotificationState;
import dev.punctual.core.RedisState;
import dev.punctual.core.StoreStats;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What is read when Prometheus scrapes. While Redis does not answer, what only Redis knows is absent from the scrape,
 * rather than wrong; the scrape itself stands, and waits for Redis no longer than the snapshot does.
 */
public final class Gauges {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String SATURATED = "saturated";
    private static final String PAUSED = "paused";

    private Gauges() {}

    /**
     * What answers from memory.
     *
     * @param notifications whether notifications arrive
     * @param redis what is known of the server
     * @param sweepAge since the last good sweep
     */
    public record Known(
            Supplier<NotificationState> notifications, Supplier<RedisState> redis, Supplier<Duration> sweepAge) {}

    /**
     * @param registry where they are scraped
     * @param version the version of the service
     * @param snapshot the counts of Redis
     */
    public static void register(PrometheusRegistry registry, String version, StatsSnapshot snapshot, Known known) {
        Info.builder()
                .name("punctual_build_info")
                .help("The version of the service, and the Java that it runs on; always 1.")
                .labelNames("version", "java")
                .register(registry)
                .setLabelValues(version, Runtime.version().toString());
        registerCounts(registry, snapshot);
        registerWaits(registry, snapshot);
        registerNotifications(registry, known.notifications());
        RedisGauges.register(registry, snapshot, known.redis());
        GaugeWithCallback.builder()
                .name("punctual_sweep_age_seconds")
                .help("Since the last sweep of this instance that ended without a fault.")
                .callback(gauge -> gauge.call(seconds(known.sweepAge().get())))
                .register(registry);
    }

    private static void registerCounts(PrometheusRegistry registry, StatsSnapshot snapshot) {
        GaugeWithCallback.builder()
                .name("punctual_jobs")
                .help("Jobs over all instances: 'overdue' and 'parked' are parts of 'scheduled', 'finished' are the"
                        + " delivered and cancelled ones that are still kept. Absent while Redis does not answer.")
                .labelNames("state")
                .callback(counted(snapshot, (gauge, stats) -> {
                    count(gauge, stats.jobs());
                }))
                .register(registry);
        GaugeWithCallback.builder()
                .name("punctual_instances")
                .help("Instances that have shown a sign of life of late. Absent while Redis does not answer.")
                .callback(counted(snapshot, (gauge, stats) -> {
                    gauge.call(stats.instances().size());
                }))
                .register(registry);
    }

    private static void registerWaits(PrometheusRegistry registry, StatsSnapshot snapshot) {
        GaugeWithCallback.builder()
                .name("punctual_oldest_overdue_seconds")
                .help("By how much the oldest job that nothing but the service keeps waiting is past its due time; 0"
                        + " where none is. Absent while Redis does not answer.")
                .callback(counted(snapshot, (gauge, stats) -> {
                    gauge.call(stats.jobs().oldestOverdueMillis() / MILLIS_PER_SECOND);
                }))
                .register(registry);
        GaugeWithCallback.builder()
                .name("punctual_parked_jobs")
                .help(
                        "Due jobs that wait for their queue: for its capacity, or because it is paused. Absent while Redis"
                                + " does not answer.")
                .labelNames("reason")
                .callback(counted(snapshot, (gauge, stats) -> {
                    gauge.call((double) stats.jobs().parked().saturated(), SATURATED);
                    gauge.call((double) stats.jobs().parked().paused(), PAUSED);
                }))
                .register(registry);
        GaugeWithCallback.builder()
                .name("punctual_oldest_parked_seconds")
                .help(
                        "By how much the oldest job that waits for its queue is past its due time; 0 where none is. Absent"
                                + " while Redis does not answer.")
                .labelNames("reason")
                .callback(counted(snapshot, (gauge, stats) -> {
                    StoreStats.Parked parked = stats.jobs().parked();
                    gauge.call(parked.oldestSaturatedMillis() / MILLIS_PER_SECOND, SATURATED);
                    gauge.call(parked.oldestPausedMillis() / MILLIS_PER_SECOND, PAUSED);
                }))
                .register(registry);
    }

    private static void registerNotifications(PrometheusRegistry registry, Supplier<NotificationState> notifications) {
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
                .name("punctual_notification_state")
                .help("Whether notifications arrive at this instance: 1 for the state that it is in, 0 for the others.")
                .labelNames("state")
                .callback(gauge -> {
                    NotificationState.State now = notifications.get().state();
                    for (NotificationState.State state : NotificationState.State.values()) {
                        gauge.call(state == now ? 1 : 0, state.name().toLowerCase(Locale.ROOT));
                    }
                })
                .register(registry);
    }

    /** Reads the counts where Redis answers. */
    private static Consumer<GaugeWithCallback.Callback> counted(
            StatsSnapshot snapshot, BiConsumer<GaugeWithCallback.Callback, StoreStats> read) {
        return gauge -> {
            StoreStats stats = snapshot.latest().stats();
            if (stats != null) {
                read.accept(gauge, stats);
            }
        };
    }

    private static void count(GaugeWithCallback.Callback gauge, StoreStats.Jobs jobs) {
        gauge.call((double) jobs.scheduled(), "scheduled");
        gauge.call((double) jobs.overdue(), "overdue");
        gauge.call((double) jobs.parked().jobs(), "parked");
        gauge.call((double) jobs.running(), "running");
        gauge.call((double) jobs.dead(), "dead");
        gauge.call((double) jobs.finished(), "finished");
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }
}
