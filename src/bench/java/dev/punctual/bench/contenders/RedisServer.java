package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.RedisCounters;
import dev.punctual.testkit.RedisProcess;
import java.util.Map;

/** A Redis in its default configuration. */
final class RedisServer implements Server {

    private static final double MICROS_PER_SECOND = 1e6;

    private final RedisProcess redis = RedisProcess.start();

    @Override
    public String uri() {
        return redis.uri();
    }

    @Override
    public long usedBytes() {
        return RedisCounters.of(redis).usedBytes();
    }

    @Override
    public Map<String, Double> spent() {
        RedisCounters counters = RedisCounters.of(redis);
        return Map.of(
                "redisCommandsPerJob",
                (double) counters.commands(),
                "redisCpuMicrosPerJob",
                counters.cpuSeconds() * MICROS_PER_SECOND);
    }

    @Override
    public void cutAll() {
        redis.cli("CLIENT", "KILL", "TYPE", "pubsub");
        redis.cli("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    }

    @Override
    public void close() {
        redis.close();
    }
}
