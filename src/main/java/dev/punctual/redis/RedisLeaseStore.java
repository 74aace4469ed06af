package dev.punctual.redis;

import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Leases and parked jobs in Redis. */
final class RedisLeaseStore implements LeaseStore {

    private static final String PARKED = "parked";

    private final ScriptRunner runner;
    private final String held;
    private final ClaimParked claimParked;
    private final EndLeases end;
    private final ExtendLeases extend;
    private final LapseLeases lapse;

    RedisLeaseStore(ScriptRunner runner, RedisKeys keys, Claimer claimer, RedisClock clock) {
        this.runner = runner;
        this.held = keys.held();
        this.claimParked = new ClaimParked(runner, keys, claimer, clock);
        this.end = new EndLeases(runner, keys, claimer);
        this.extend = new ExtendLeases(runner, keys);
        this.lapse = new LapseLeases(runner, keys, claimer);
    }

    @Override
    public ParkedBatch claimParked(QueueName queue, int limit) {
        return claimParked.call(queue, limit);
    }

    @Override
    public List<QueueName> queuesWithParked() {
        Map<String, String> queues = runner.await(runner.command(redis -> redis.hgetall(held)));
        List<QueueName> parked = new ArrayList<>();
        queues.forEach((queue, how) -> {
            if (how.equals(PARKED) && QueueName.isValid(queue)) {
                parked.add(new QueueName(queue));
            }
        });
        return parked;
    }

    @Override
    public Ended end(List<LeaseEnd> ends) {
        return end.call(ends);
    }

    @Override
    public List<@Nullable Instant> extend(List<Extension> extensions) {
        return extend.call(extensions);
    }

    @Override
    public Lapsed lapse(int limit) {
        return lapse.call(limit);
    }
}
