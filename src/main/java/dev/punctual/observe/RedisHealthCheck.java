package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheck;
import dev.punctual.core.RedisState;
import java.util.function.Supplier;

/** Whether Redis answers; what endangers jobs in its settings is said and does not make it unhealthy. */
final class RedisHealthCheck extends HealthCheck {

    private final StatsSnapshot snapshot;
    private final Supplier<RedisState> redis;

    RedisHealthCheck(StatsSnapshot snapshot, Supplier<RedisState> redis) {
        this.snapshot = snapshot;
        this.redis = redis;
    }

    @Override
    protected Result check() {
        StatsSnapshot.Reading reading = snapshot.latest();
        if (reading.stats() == null) {
            return Result.unhealthy("Redis is not reachable: " + reading.trouble());
        }
        RedisState state = redis.get();
        return state.warnings().isEmpty()
                ? Result.healthy("Redis answers")
                : Result.healthy("Redis answers; degraded: " + String.join("; ", state.warnings()));
    }
}
