package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheck;
import dev.punctual.core.StoreStats;
import java.time.Duration;

/** Whether due jobs are fired: neither path may leave one waiting for much longer than a round of the reconciler. */
final class OverdueHealthCheck extends HealthCheck {

    private static final Duration SLACK = Duration.ofSeconds(30);

    private final StatsSnapshot snapshot;
    private final Duration limit;

    OverdueHealthCheck(StatsSnapshot snapshot, Duration sweepInterval) {
        this.snapshot = snapshot;
        this.limit = sweepInterval.plus(SLACK);
    }

    @Override
    protected Result check() {
        StatsSnapshot.Reading reading = snapshot.latest();
        StoreStats stats = reading.stats();
        if (stats == null) {
            return Result.healthy("not known: " + reading.trouble());
        }
        StoreStats.Jobs jobs = stats.jobs();
        if (jobs.overdue() == 0) {
            return Result.healthy("no job is overdue");
        }
        String message = jobs.overdue() + " overdue, the oldest by " + jobs.oldestOverdueMillis() + " ms";
        return jobs.oldestOverdueMillis() <= limit.toMillis()
                ? Result.healthy(message)
                : Result.unhealthy(message + ", more than " + limit.toMillis() + " ms");
    }
}
