package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheckRegistry;
import dev.punctual.core.NotificationState;
import dev.punctual.core.RedisState;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.health.response.ServletHealthResponder;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The health checks, and {@code /health-check} on the admin port. Dropwizard's own {@code health:} section would put that
 * path on the application port, look only every few seconds, and not show a check's message; so it is left out of the
 * configuration, and the same servlet answers here out of the checks as they are now.
 */
public final class HealthChecks {

    private static final String PATH = "/health-check";
    private static final boolean CACHE_CONTROL = true;

    private final StatsSnapshot snapshot;
    private final Supplier<RedisState> redis;
    private final Supplier<NotificationState> notifications;
    private final Supplier<Duration> sweepAge;
    private final Duration sweepInterval;

    /**
     * @param snapshot the counts of Redis; the only thing that a check waits for, at most {@link StatsSnapshot#PATIENCE}
     * @param redis what is known of the server; answers from memory
     * @param notifications whether notifications arrive; answers from memory
     * @param sweepAge since the last good sweep; answers from memory
     * @param sweepInterval the longest pause between two sweeps
     */
    public HealthChecks(
            StatsSnapshot snapshot,
            Supplier<RedisState> redis,
            Supplier<NotificationState> notifications,
            Supplier<Duration> sweepAge,
            Duration sweepInterval) {
        this.snapshot = snapshot;
        this.redis = redis;
        this.notifications = notifications;
        this.sweepAge = sweepAge;
        this.sweepInterval = sweepInterval;
    }

    /** Registers the checks and the path. Call once per environment. */
    public void register(Environment environment) {
        register(environment.healthChecks());
        var report = new HealthReport(environment.healthChecks(), environment.getObjectMapper());
        environment
                .admin()
                .addServlet("health-check", new ServletHealthResponder(report, CACHE_CONTROL, "no-store"))
                .addMapping(PATH);
    }

    void register(HealthCheckRegistry checks) {
        checks.register(HealthReport.REDIS, new RedisHealthCheck(snapshot, redis));
        checks.register("notifications", new NotificationsHealthCheck(notifications));
        checks.register("sweep", new SweepHealthCheck(sweepAge, sweepInterval));
        checks.register("overdue", new OverdueHealthCheck(snapshot, sweepInterval));
    }
}
