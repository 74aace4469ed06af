package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheck;
import java.time.Duration;
import java.util.function.Supplier;

/** Whether the reconciler still does its rounds: the one loop that nothing else stands in for. */
final class SweepHealthCheck extends HealthCheck {

    private static final int MISSED_ROUNDS = 3;
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Supplier<Duration> age;
    private final Duration limit;

    SweepHealthCheck(Supplier<Duration> age, Duration sweepInterval) {
        this.age = age;
        this.limit = sweepInterval.multipliedBy(MISSED_ROUNDS).plus(SLACK);
    }

    @Override
    protected Result check() {
        Duration now = age.get();
        String message = "the last good sweep ended " + now.toMillis() + " ms ago";
        return now.compareTo(limit) <= 0
                ? Result.healthy(message)
                : Result.unhealthy(message + ", more than " + limit.toMillis() + " ms");
    }
}
