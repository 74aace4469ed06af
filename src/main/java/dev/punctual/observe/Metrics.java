package dev.punctual.observe;

import dev.punctual.core.Fire;
import dev.punctual.core.FirePath;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Telemetry;
import dev.punctual.core.Tracing;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Counts the engine's work for Prometheus and for {@code /v1/stats}. Names and labels are those that operators' rules and
 * panels rely on. Thread-safe; counting takes no lock and allocates nothing.
 */
public final class Metrics implements Telemetry {

    /** In seconds, from half a millisecond to ten minutes; close together where the fast path lands. */
    private static final double[] LAG_BOUNDS = {
        0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
        600
    };

    /** In seconds, from a tenth of a millisecond to ten seconds. */
    private static final double[] COMMAND_BOUNDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Tracing tracing;
    private final LagRecorder lags;
    private final LongSupplier nanoTime;
    private final FireCounters fires;
    private final Map<FirePath, DistributionDataPoint> lag = new EnumMap<>(FirePath.class);
    private final Map<FirePath, ClaimCounters> claims = new EnumMap<>(FirePath.class);
    private final NotificationCounters notifications;
    private final Counter nudges;
    private final Histogram redisCommands;
    private final Histogram deliverySeconds;
    private final AtomicLong sweptAtNanos;
    private volatile Consumer<Fire> listener = fire -> {};

    /**
     * @param registry where the metrics are scraped
     * @param queues tells the target of a queue; the queues of the configuration keep their own label
     * @param lags is told of each lag
     * @param nanoTime a monotonic clock in nanoseconds
     */
    public Metrics(PrometheusRegistry registry, Queues queues, LagRecorder lags, LongSupplier nanoTime) {
        this(registry, queues, lags, nanoTime, Tracing.NONE);
    }

    /**
     * The same, with spans.
     *
     * @param tracing is told of each fire
     */
    public Metrics(
            PrometheusRegistry registry, Queues queues, LagRecorder lags, LongSupplier nanoTime, Tracing tracing) {
        this.tracing = tracing;
        this.lags = lags;
        this.nanoTime = nanoTime;
        this.fires = new FireCounters(registry, queues);
        this.notifications = new NotificationCounters(registry);
        this.nudges = Counter.builder()
                .name("punctual_nudges_total")
                .help("Due keys read at their due time, so that Redis expires them now.")
                .register(registry);
        this.redisCommands = Histogram.builder()
                .name("punctual_redis_command_seconds")
                .help("How long Redis took to answer a command.")
                .classicOnly()
                .classicUpperBounds(COMMAND_BOUNDS)
                .register(registry);
        this.deliverySeconds = Histogram.builder()
                .name("punctual_delivery_seconds")
                .help(
                        "How long a leased target took from the claim to the end; what lies in Redis takes a job within the claim.")
                .classicOnly()
                .classicUpperBounds(COMMAND_BOUNDS)
                .register(registry);
        this.sweptAtNanos = new AtomicLong(nanoTime.getAsLong());
        registerByPath(registry);
    }

    private void registerByPath(PrometheusRegistry registry) {
        Histogram lagSeconds = Histogram.builder()
                .name("punctual_lag_seconds")
                .help("Fire time minus due time, by Redis's clock.")
                .labelNames("path")
                .classicOnly()
                .classicUpperBounds(LAG_BOUNDS)
                .register(registry);
        Counter claimed = Counter.builder()
                .name("punctual_claims_total")
                .help(
                        "Jobs that were tried to claim: 'won', or 'refused' because another was first or the job changed.")
                .labelNames("path", "result")
                .register(registry);
        for (FirePath path : FirePath.values()) {
            lag.put(path, lagSeconds.labelValues(path.word()));
            claims.put(path, new ClaimCounters(claimed, path));
        }
    }

    /** Names who else is told of each fire; must not block and must not throw. */
    public void alsoTell(Consumer<Fire> other) {
        listener = other;
    }

    @Override
    public void fired(Fire fire) {
        long lagMillis = fire.lagMillis();
        listener.accept(fire);
        fires.count(fire);
        tracing.fired(fire);
        lags.record(fire.path(), lagMillis);
        DistributionDataPoint seconds = lag.get(fire.path());
        if (seconds != null) {
            seconds.observe(Math.max(0, lagMillis) / MILLIS_PER_SECOND);
        }
    }

    @Override
    public void notification(String kind) {
        notifications.count(kind);
    }

    @Override
    public void nudged(int count) {
        nudges.inc(count);
    }

    @Override
    public void claims(FirePath path, String result, int count) {
        ClaimCounters counters = claims.get(path);
        if (counters != null && count > 0) {
            (result.equals("won") ? counters.won : counters.refused).inc(count);
        }
    }

    @Override
    public void delivered(QueueName queue, String outcome, Duration took) {
        fires.delivered(queue, outcome);
        if (!took.isZero()) {
            deliverySeconds.observe(took.toNanos() / NANOS_PER_SECOND);
        }
    }

    @Override
    public void swept() {
        sweptAtNanos.set(nanoTime.getAsLong());
    }

    @Override
    public void redisCommand(Duration took) {
        redisCommands.observe(took.toNanos() / NANOS_PER_SECOND);
    }

    /** Since the last sweep that ended without a fault, or since the start where none has yet. */
    public Duration sweepAge() {
        return Duration.ofNanos(nanoTime.getAsLong() - sweptAtNanos.get());
    }

    /** Notifications of our due keys that were heard. */
    long notificationsReceived() {
        return notifications.received();
    }

    /** Notifications of other keys that were heard. */
    long notificationsForeign() {
        return notifications.foreign();
    }

    /** Due keys that were read. */
    long nudgesSent() {
        return nudges.getLongValue();
    }

    private static final class ClaimCounters {
        final CounterDataPoint won;
        final CounterDataPoint refused;

        ClaimCounters(Counter claimed, FirePath path) {
            won = claimed.labelValues(path.word(), "won");
            refused = claimed.labelValues(path.word(), "refused");
        }
    }
}
