package dev.punctual.redis;

import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreStats;
import java.util.List;

/** Reads counts from Redis. */
final class RedisStatsSource implements StatsSource {

    private final ReadStats stats;
    private final CountQueues queues;

    RedisStatsSource(ScriptRunner runner, RedisKeys keys) {
        this.stats = new ReadStats(runner, keys);
        this.queues = new CountQueues(runner, keys);
    }

    @Override
    public StoreStats stats() {
        return stats.call();
    }

    @Override
    public List<StoreStats.QueueCounts> queues() {
        return queues.call();
    }
}
