package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.NotificationState;
import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import dev.punctual.observe.Readings.FakeStats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final AtomicLong nanoTime = new AtomicLong();
    private final LagRecorder lags = new LagRecorder();
    private final Metrics metrics = new Metrics(registry, Readings.queues("orders"), lags, nanoTime::get);
    private final FakeStats redis = new FakeStats();
    private final AtomicReference<NotificationState> notifications = new AtomicReference<>(Readings.ON);

    @BeforeEach
    void registerGauges() {
        var snapshot = new StatsSnapshot(redis, Runnable::run, nanoTime::get);
        Gauges.register(
                registry,
                "1.2.3",
                snapshot,
                new Gauges.Known(notifications::get, () -> Readings.redis(1_000, 4_000), metrics::sweepAge));
    }

    @Test
    void countsAFireByPathCauseAndQueue() {
        metrics.fired(Readings.fast("orders", 2));
        metrics.fired(Readings.swept("orders", SweepCause.LOST, 104));
        metrics.fired(Readings.swept("unnamed", SweepCause.CATCH_UP, 60_000));
        assertThat(scrape())
                .contains(
                        "punctual_fires_total{cause=\"none\",path=\"fast\",queue=\"orders\"} 1.0",
                        "punctual_fires_total{cause=\"lost\",path=\"sweep\",queue=\"orders\"} 1.0",
                        "punctual_fires_total{cause=\"catch_up\",path=\"sweep\",queue=\"unnamed\"} 1.0");
    }

    @Test
    void showsTheQueuesOfTheConfigurationBeforeTheyFire() {
        assertThat(scrape()).contains("punctual_fires_total{cause=\"none\",path=\"fast\",queue=\"orders\"} 0.0");
    }

    @Test
    void boundsTheNumberOfQueueLabels() {
        for (int queue = 0; queue < 5 * FireCounters.QUEUES_MAX; queue++) {
            metrics.fired(Readings.fast("q" + queue, 1));
        }
        List<String> scrape = scrape();
        assertThat(scrape)
                .filteredOn(line -> line.startsWith("punctual_fires_total") && line.contains("fast"))
                .hasSize(FireCounters.QUEUES_MAX + 1);
        assertThat(scrape).contains("punctual_fires_total{cause=\"none\",path=\"fast\",queue=\"other\"} 801.0");
    }

    @Test
    void putsALagIntoTheBucketThatItsBoundNames() {
        metrics.fired(Readings.fast("orders", 0));
        metrics.fired(Readings.fast("orders", 2));
        metrics.fired(Readings.fast("orders", 250));
        assertThat(scrape())
                .contains(
                        "punctual_lag_seconds_bucket{le=\"5.0E-4\",path=\"fast\"} 1.0",
                        "punctual_lag_seconds_bucket{le=\"0.002\",path=\"fast\"} 2.0",
                        "punctual_lag_seconds_bucket{le=\"0.25\",path=\"fast\"} 3.0",
                        "punctual_lag_seconds_bucket{le=\"600.0\",path=\"fast\"} 3.0",
                        "punctual_lag_seconds_bucket{le=\"Infinity\",path=\"sweep\"} 0.0",
                        "punctual_lag_seconds_sum{path=\"fast\"} 0.252");
        assertThat(lags.lag(FirePath.FAST).count()).isEqualTo(3);
    }

    @Test
    void countsDeliveriesByTheirOutcome() {
        metrics.fired(Readings.fast("orders", 1));
        metrics.fired(Readings.fire("orders", FirePath.FAST, null, 1, FireOutcome.RETRY));
        metrics.fired(Readings.fire("unnamed", FirePath.FAST, null, 1, FireOutcome.DEAD));
        assertThat(scrape())
                .contains(
                        "punctual_deliveries_total{outcome=\"delivered\",target=\"list\"} 1.0",
                        "punctual_deliveries_total{outcome=\"retry\",target=\"list\"} 1.0",
                        "punctual_deliveries_total{outcome=\"dead\",target=\"list\"} 1.0");
    }

    @Test
    void countsClaimsNudgesNotificationsAndCommands() {
        metrics.claims(FirePath.FAST, "won", 7);
        metrics.claims(FirePath.SWEEP, "refused", 2);
        metrics.nudged(5);
        metrics.notification("accepted");
        metrics.notification("left");
        metrics.notification("foreign");
        metrics.notification("unheard_of");
        metrics.redisCommand(Duration.ofNanos(400_000));
        assertThat(scrape())
                .contains(
                        "punctual_claims_total{path=\"fast\",result=\"won\"} 7.0",
                        "punctual_claims_total{path=\"sweep\",result=\"refused\"} 2.0",
                        "punctual_claims_total{path=\"sweep\",result=\"won\"} 0.0",
                        "punctual_nudges_total 5.0",
                        "punctual_notifications_total{kind=\"accepted\"} 1.0",
                        "punctual_notifications_total{kind=\"left\"} 1.0",
                        "punctual_notifications_total{kind=\"foreign\"} 1.0",
                        "punctual_notifications_total{kind=\"late\"} 0.0",
                        "punctual_redis_command_seconds_bucket{le=\"2.5E-4\"} 0.0",
                        "punctual_redis_command_seconds_bucket{le=\"5.0E-4\"} 1.0");
        assertThat(metrics.notificationsReceived()).isEqualTo(2);
        assertThat(metrics.notificationsForeign()).isEqualTo(1);
    }

    @Test
    void readsTheGaugesWhenItIsScraped() {
        redis.answer = () -> Readings.stats(12, 5, 1500);
        nanoTime.addAndGet(Duration.ofSeconds(4).toNanos());
        metrics.swept();
        nanoTime.addAndGet(Duration.ofMillis(1250).toNanos());
        assertThat(scrape())
                .contains(
                        "punctual_jobs{state=\"scheduled\"} 12.0",
                        "punctual_jobs{state=\"overdue\"} 5.0",
                        "punctual_jobs{state=\"parked\"} 0.0",
                        "punctual_jobs{state=\"running\"} 2.0",
                        "punctual_jobs{state=\"dead\"} 3.0",
                        "punctual_jobs{state=\"finished\"} 4.0",
                        "punctual_oldest_overdue_seconds 1.5",
                        "punctual_notification_probe_lag_seconds 0.003",
                        "punctual_notification_state{state=\"on\"} 1.0",
                        "punctual_notification_state{state=\"silent\"} 0.0",
                        "punctual_parked_jobs{reason=\"paused\"} 0.0",
                        "punctual_redis_up 1.0",
                        "punctual_redis_memory_used_bytes 1000.0",
                        "punctual_redis_memory_max_bytes 4000.0",
                        "punctual_redis_latency_seconds 0.001",
                        "punctual_redis_clock_skew_seconds 0.0",
                        "punctual_instances 0.0",
                        "punctual_sweep_age_seconds 1.25");
        assertThat(redis.reads).hasValue(1);
    }

    @Test
    void tellsWhatWaitsForItsQueueApartFromWhatIsLate() {
        redis.answer = () -> Readings.parked(new StoreStats.Parked(3, 2_500, 4, 60_000));
        assertThat(scrape())
                .contains(
                        "punctual_jobs{state=\"scheduled\"} 7.0",
                        "punctual_jobs{state=\"overdue\"} 0.0",
                        "punctual_jobs{state=\"parked\"} 7.0",
                        "punctual_oldest_overdue_seconds 0.0",
                        "punctual_parked_jobs{reason=\"saturated\"} 3.0",
                        "punctual_parked_jobs{reason=\"paused\"} 4.0",
                        "punctual_oldest_parked_seconds{reason=\"saturated\"} 2.5",
                        "punctual_oldest_parked_seconds{reason=\"paused\"} 60.0");
    }

    @Test
    void leavesOutWhatOnlyRedisKnowsWhileItIsGone() {
        redis.goAway();
        notifications.set(Readings.SILENT);
        assertThat(scrape())
                .noneMatch(line -> line.startsWith("punctual_jobs"))
                .noneMatch(line -> line.startsWith("punctual_oldest_overdue_seconds"))
                .noneMatch(line -> line.startsWith("punctual_notification_probe_lag_seconds"))
                .noneMatch(line -> line.startsWith("punctual_redis_memory"))
                .contains(
                        "punctual_sweep_age_seconds 0.0",
                        "punctual_nudges_total 0.0",
                        "punctual_notification_state{state=\"silent\"} 1.0",
                        "punctual_redis_up 0.0");
    }

    private List<String> scrape() {
        return Scrape.of(registry);
    }
}
