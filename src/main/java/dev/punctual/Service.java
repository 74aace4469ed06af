package dev.punctual;

import com.github.f4b6a3.tsid.TsidCreator;
import dev.punctual.core.Doctor;
import dev.punctual.core.FireHistory;
import dev.punctual.core.JobHandler;
import dev.punctual.core.JobId;
import dev.punctual.core.JobService;
import dev.punctual.core.NotificationState;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Tracing;
import dev.punctual.engine.Engine;
import dev.punctual.observe.Dashboard;
import dev.punctual.observe.Gauges;
import dev.punctual.observe.HealthChecks;
import dev.punctual.observe.LagRecorder;
import dev.punctual.observe.Metrics;
import dev.punctual.observe.PrometheusEndpoint;
import dev.punctual.observe.RecentFires;
import dev.punctual.observe.RedisDoctor;
import dev.punctual.observe.ServiceObservations;
import dev.punctual.observe.SpanTracing;
import dev.punctual.observe.StatsSnapshot;
import dev.punctual.observe.StreamCounters;
import dev.punctual.redis.RedisRoom;
import dev.punctual.resources.HttpApi;
import dev.punctual.targets.Deliverers;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.Managed;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All rooms, connected. Stops in the order intake, claims, drain, Redis: the server has closed its doors before {@link
 * #stop} is called.
 */
final class Service implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(Service.class);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(8);

    private final PunctualConfiguration configuration;
    private final RedisRoom redis;
    private final Engine engine;
    private final JobService jobs;
    private final Metrics metrics;
    private final LagRecorder lags = new LagRecorder();
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Queues queues;
    private final Deliverers deliverers;

    /**
     * Connects to Redis; nothing is claimed before {@link #start}.
     *
     * @param handlers the handlers of whoever embeds the service, by queue
     * @throws dev.punctual.core.PunctualException if that cannot be, with a message for the operator
     */
    Service(PunctualConfiguration configuration, Map<QueueName, JobHandler> handlers) {
        configuration.checkTogether();
        this.configuration = configuration;
        this.queues = configuration.queues();
        this.deliverers = configuration.deliverers(handlers);
        Tracing tracing = SpanTracing.installed(queues);
        this.metrics = new Metrics(registry, queues, lags, System::nanoTime, tracing);
        String instance = InstanceName.of(configuration);
        this.redis = new RedisRoom(
                configuration.redis(),
                configuration.notifications(),
                configuration.retention(),
                new RedisRoom.Tenant(configuration.namespace(), instance, queues, metrics));
        this.engine = new Engine(
                redis.due(),
                new Engine.Outlets(redis.leases(), queues, deliverers.byQueue()),
                new Engine.Settings(configuration.fastPath(), configuration.nudge(), configuration.sweep()),
                instance,
                () -> redis.notifications().state() == NotificationState.State.ON,
                metrics,
                tracing);
        this.jobs = new JobService(
                redis.jobs(),
                queues,
                () -> new JobId(TsidCreator.getTsid().toString()),
                engine,
                engine.sightings(),
                tracing);
        LOG.info("{}", configuration.summary(redis.address(), instance));
    }

    /** Registers what is served over HTTP. */
    void register(Environment environment) {
        ExecutorService reader = environment
                .lifecycle()
                .executorService("stats")
                .minThreads(1)
                .maxThreads(1)
                .build();
        StatsSnapshot snapshot = new StatsSnapshot(redis.stats(), reader, System::nanoTime);
        Gauges.register(
                registry, version(), snapshot, new Gauges.Known(redis::notifications, redis::redis, metrics::sweepAge));
        ServiceObservations here = new ServiceObservations(
                lags, metrics, configuration.nudge().enabled(), redis::notifications, redis::redis);
        new HttpApi(
                        new HttpApi.JobPorts(jobs, redis.dead(), redis.fires(), redis.waiting()),
                        new HttpApi.QueuePorts(queues, redis.pauses(), engine.pulls()),
                        new HttpApi.Sight(redis.stats(), here, doctor(environment)),
                        new HttpApi.Following(
                                redis.upcoming(),
                                history(environment, snapshot),
                                redis.tail(),
                                new StreamCounters(registry)),
                        configuration.limits())
                .register(environment);
        new HealthChecks(
                        snapshot,
                        redis::redis,
                        redis::notifications,
                        metrics::sweepAge,
                        configuration.sweep().interval())
                .register(environment);
        PrometheusEndpoint.register(environment, registry);
        Dashboard.register(environment);
    }

    /** Classes that were not packed into the jar have none. */
    private static String version() {
        String version = Service.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }

    private Doctor doctor(Environment environment) {
        ExecutorService reader = environment
                .lifecycle()
                .executorService("doctor")
                .minThreads(1)
                .maxThreads(1)
                .build();
        return new RedisDoctor(redis.examiner(), configuration.nudge().enabled(), reader, System::nanoTime);
    }

    private FireHistory history(Environment environment, StatsSnapshot snapshot) {
        RecentFires recent = new RecentFires(() -> snapshot.latest().stats(), System::nanoTime);
        metrics.alsoTell(recent::fired);
        ScheduledExecutorService seconds = environment
                .lifecycle()
                .scheduledExecutorService("history", true)
                .threads(1)
                .build();
        var unused = seconds.scheduleAtFixedRate(recent::endSecond, 1, 1, TimeUnit.SECONDS);
        return recent;
    }

    @Override
    public void start() {
        redis.start(configuration.fastPath().enabled());
        engine.start(redis.feed());
    }

    @Override
    public void stop() {
        engine.stop(DRAIN_LIMIT);
        deliverers.close();
        redis.close();
        LOG.info("Stopped");
    }
}
