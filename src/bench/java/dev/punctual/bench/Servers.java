package dev.punctual.bench;

import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A Redis in its default configuration and a service on it, as separate processes on the loopback. */
final class Servers implements AutoCloseable {

    private static final int PAYLOAD_CHARACTERS = 186; // with its quotes and field name, 200 bytes

    private static final String LIST = "punctual:queue:bench";

    final RedisProcess redis;
    final ServiceProcess service;

    private Servers(RedisProcess redis, ServiceProcess service) {
        this.redis = redis;
        this.service = service;
    }

    static Servers start(Map<String, String> environment) {
        RedisProcess redis = RedisProcess.start();
        try {
            ServiceProcess.Builder builder = ServiceProcess.builder().redis(redis);
            environment.forEach(builder::env);
            return new Servers(redis, builder.start());
        } catch (RuntimeException | Error failed) {
            redis.close();
            throw failed;
        }
    }

    /** Schedules jobs that are due in a day. */
    void addPending(int count) {
        Instant due = Instant.now().plus(Duration.ofDays(1));
        post(IntStream.range(0, count).mapToObj(i -> job("pending-" + i, due.plusMillis(i))));
    }

    /** Schedules jobs at the ends of equal steps of time. */
    void addDue(String prefix, int count, Instant first, Duration over) {
        long stepNanos = over.toNanos() / count;
        post(IntStream.range(0, count).mapToObj(i -> job(prefix + i, first.plusNanos(stepNanos * i))));
    }

    private void post(Stream<String> lines) {
        try (var answers = service.http().postLines("/v1/jobs/bulk", lines)) {
            answers.lines()
                    .filter(line -> !line.contains("\"status\":201"))
                    .findFirst()
                    .ifPresent(line -> {
                        throw new IllegalStateException("not scheduled: " + line);
                    });
        }
    }

    /** The items of the queue's list from a place on. */
    List<String> fired(int from) {
        return redis.cliList("LRANGE", LIST, Integer.toString(from), "-1");
    }

    long firedCount() {
        return redis.cliLong("LLEN", LIST);
    }

    private static String job(String id, Instant at) {
        return "{\"id\":\""
                + id
                + "\",\"queue\":\"bench\",\"at\":\""
                + Instant.ofEpochMilli(at.toEpochMilli())
                + "\",\"payload\":{\"filler\":\""
                + "x".repeat(PAYLOAD_CHARACTERS)
                + "\"}}";
    }

    @Override
    public void close() {
        service.close();
        redis.close();
    }
}
