package dev.punctual.observe;

import dev.punctual.core.RedisState;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What is read of the Redis server when Prometheus scrapes. All but whether it answers is absent while it does not. */
final class RedisGauges {

    private final PrometheusRegistry registry;
    private final StatsSnapshot snapshot;
    private final Supplier<RedisState> redis;

    private RedisGauges(PrometheusRegistry registry, StatsSnapshot snapshot, Supplier<RedisState> redis) {
        this.registry = registry;
        this.snapshot = snapshot;
        this.redis = redis;
    }

    static void register(PrometheusRegistry registry, StatsSnapshot snapshot, Supplier<RedisState> redis) {
        new RedisGauges(registry, snapshot, redis).register();
    }

    private void register() {
        GaugeWithCallback.builder()
                .name("punctual_redis_up")
                .help("Whether Redis answers this instance: 1, or 0.")
                .callback(gauge -> gauge.call(answers() ? 1 : 0))
                .register(registry);
        register(
                "punctual_redis_memory_used_bytes",
                "The memory that Redis uses.",
                gauge -> memory(gauge, RedisState.Memory::usedBytes));
        register(
                "punctual_redis_memory_max_bytes",
                "The maxmemory of Redis, beyond which it refuses jobs; 0 for no limit.",
                gauge -> memory(gauge, RedisState.Memory::maxBytes));
        register("punctual_redis_latency_seconds", "The last round trip to Redis.", gauge -> {
            if (isKnown()) {
                gauge.call(Gauges.seconds(redis.get().latency()));
            }
        });
        register(
                "punctual_redis_clock_skew_seconds",
                "The clock of Redis, which decides when a job is due, minus that of this machine.",
                gauge -> {
                    if (isKnown()) {
                        gauge.call(Gauges.seconds(redis.get().clockSkew()));
                    }
                });
    }

    private void register(String name, String help, Consumer<GaugeWithCallback.Callback> read) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(gauge -> {
                    if (answers()) {
                        read.accept(gauge);
                    }
                })
                .register(registry);
    }

    private void memory(GaugeWithCallback.Callback gauge, ToLongFunction<RedisState.Memory> bytes) {
        RedisState.Memory memory = redis.get().memory();
        if (memory != null) {
            gauge.call((double) bytes.applyAsLong(memory));
        }
    }

    private boolean answers() {
        return snapshot.latest().stats() != null;
    }

    private boolean isKnown() {
        return !redis.get().version().isEmpty();
    }
}
