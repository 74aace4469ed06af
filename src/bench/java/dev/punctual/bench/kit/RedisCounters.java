package dev.punctual.bench.kit;

import dev.punctual.testkit.RedisAccess;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What Redis counts, at one moment.
 *
 * @param commands commands since the start, those within scripts among them
 * @param cpuSeconds user and system time since the start
 * @param usedBytes memory in use
 */
public record RedisCounters(long commands, double cpuSeconds, long usedBytes) {

    private static final int BLOCKED_FROM_MILLIS = 5;

    public static RedisCounters of(RedisAccess redis) {
        Map<String, String> info = redis.cliString("INFO")
                .lines()
                .map(line -> line.split(":", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, second) -> first));
        return new RedisCounters(
                Long.parseLong(info.get("total_commands_processed")),
                Double.parseDouble(info.get("used_cpu_user")) + Double.parseDouble(info.get("used_cpu_sys")),
                Long.parseLong(info.get("used_memory")));
    }

    /** From now on Redis remembers what blocked it. */
    public static void watchLatency(RedisAccess redis) {
        redis.cli("CONFIG", "SET", "latency-monitor-threshold", Integer.toString(BLOCKED_FROM_MILLIS));
        redis.cli("LATENCY", "RESET");
    }

    /** The longest time for which one thing blocked Redis since {@link #watchLatency}; 0 for less than 5 ms. */
    public static double blockedMillis(RedisAccess redis) {
        List<?> events = (List<?>) redis.cli("LATENCY", "LATEST");
        return events.stream()
                .map(event -> (List<?>) event)
                .mapToLong(event -> (Long) event.get(3))
                .max()
                .orElse(0);
    }
}
