package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.RedisCounters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What Redis and the first instance spend between two moments. */
final class Spent {

    private final PunctualServers servers;
    private final RedisCounters before;
    private final Duration serviceBefore;

    private Spent(PunctualServers servers) {
        this.servers = servers;
        this.before = RedisCounters.of(servers.redis);
        this.serviceBefore = serviceCpu(servers);
    }

    static Spent from(PunctualServers servers) {
        return new Spent(servers);
    }

    /** Since then, for so many jobs. */
    Map<String, Double> metrics(int jobs) {
        RedisCounters after = RedisCounters.of(servers.redis);
        Duration service = serviceCpu(servers).minus(serviceBefore);
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("redisCommandsPerJob", (double) (after.commands() - before.commands()) / jobs);
        metrics.put("redisCpuMicrosPerJob", (after.cpuSeconds() - before.cpuSeconds()) * 1e6 / jobs);
        metrics.put("serviceCpuMicrosPerJob", service.toNanos() / 1e3 / jobs);
        return metrics;
    }

    private static Duration serviceCpu(PunctualServers servers) {
        return ProcessHandle.of(servers.service().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }
}
