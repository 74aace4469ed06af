package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheck;
import dev.punctual.core.StoreStats;
import java.time.Duration;

/**
 * Whether due jobs are fired: neither path may leave one waiting for much longer than a round of the reconciler. A job that
 * waits because its queue is paused or has no capacity is told of, and is nobody's fault here.
 */
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
        String parked = parked(jobs.parked());
        if (jobs.overdue() == 0) {
            return Result.healthy("no job is overdue" + parked);
        }
        String message = jobs.overdue() + " overdue, the oldest by " + jobs.oldestOverdueMillis() + " ms";
        return jobs.oldestOverdueMillis() <= limit.toMillis()
                ? Result.healthy(message + parked)
                : Result.unhealthy(message + ", more than " + limit.toMillis() + " ms" + parked);
    }

    private static String parked(StoreStats.Parked parked) {
        String saturated =
                parked.saturated() == 0 ? "" : "; " + parked.saturated() + " wait for capacity of their queue";
        String paused = parked.paused() == 0 ? "" : "; " + parked.paused() + " wait in paused queues";
        return saturated + paused;
    }
}
