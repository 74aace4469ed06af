package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import dev.punctual.testkit.RedisAccess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The jobs of one queue: how they are scheduled, and what came of them in its list and in the fire log. */
final class Batch {

    private static final Duration WATCH = Duration.ofMillis(400);

    private final RedisAccess redis;
    private final String queue;
    private final String list;
    private final AtomicInteger expected = new AtomicInteger();

    Batch(RedisAccess redis, String namespace, String queue) {
        this.redis = redis;
        this.queue = queue;
        this.list = namespace + ":queue:" + queue;
    }

    String queue() {
        return queue;
    }

    /** The key of the list. */
    String list() {
        return list;
    }

    String id(int number) {
        return queue + "-" + number;
    }

    /** The id of job {@code number}, due after a delay. */
    String after(int number, Duration delay) {
        return String.format(
                "{\"id\":\"%s\",\"queue\":\"%s\",\"delay\":\"%dms\"}", id(number), queue, delay.toMillis());
    }

    /** Job {@code number}, due at an instant. */
    String at(int number, long dueAtMillis) {
        return String.format(
                "{\"id\":\"%s\",\"queue\":\"%s\",\"at\":\"%s\"}", id(number), queue, Instant.ofEpochMilli(dueAtMillis));
    }

    /** Schedules jobs 0 to {@code count - 1} in bulk, each exactly once to be delivered. */
    void schedule(ServiceProcess service, int count, IntFunction<String> job) {
        expected.addAndGet(count);
        send(service, IntStream.range(0, count).mapToObj(job));
    }

    /** Schedules one, and gives the answer. */
    Answer schedule(ServiceProcess service, String job) {
        expected.incrementAndGet();
        return service.http().post("/v1/jobs", job);
    }

    private static void send(ServiceProcess service, Stream<String> jobs) {
        try (Lines answers = service.http().postLines("/v1/jobs/bulk", jobs)) {
            List<String> refused = answers.lines()
                    .filter(line -> !line.contains("\"status\":201"))
                    .limit(3)
                    .toList();
            assertThat(refused).isEmpty();
        }
    }

    /** How many have arrived. */
    long arrived() {
        return redis.cliLong("LLEN", list);
    }

    /** What has arrived, in its order. */
    List<Delivery> deliveries() {
        return redis.cliList("LRANGE", list, "0", "-1").stream()
                .map(Delivery::of)
                .toList();
    }

    /** Waits for all that were scheduled, then makes sure for a moment that each came once and none before its time. */
    List<Delivery> awaitAllOnce(Duration limit) {
        await(expected.get() + " deliveries").atMost(limit).untilAsserted(() -> assertThat(arrived())
                .isGreaterThanOrEqualTo(expected.get()));
        return assertOnce();
    }

    /** Makes sure for a moment that each came once and none before its time. */
    List<Delivery> assertOnce() {
        await("nothing twice").during(WATCH).atMost(WATCH.plusSeconds(5)).until(() -> arrived() == expected.get());
        List<Delivery> deliveries = deliveries();
        assertThat(deliveries.stream().map(Delivery::id)).doesNotHaveDuplicates();
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.lagMillis()).isNotNegative());
        return deliveries;
    }

    /** Makes sure that nothing (more) arrives for so long. */
    void assertNothingArrives(Duration watch) {
        long before = arrived();
        await("nothing arrives").during(watch).atMost(watch.plusSeconds(5)).until(() -> arrived() == before);
    }

    /** The fire records of this queue, newest first. */
    List<JsonNode> fires(ServiceProcess service) {
        List<JsonNode> fires = new ArrayList<>();
        @Nullable String cursor = "";
        while (cursor != null) {
            String after = cursor.isEmpty() ? "" : "&cursor=" + cursor;
            JsonNode page = service.http()
                    .get("/v1/fires?limit=1000&queue=" + queue + after)
                    .json();
            page.get("items").forEach(fires::add);
            cursor = page.get("next").isNull() ? null : page.get("next").asText();
        }
        return fires;
    }

    /** The causes of its fires, {@code none} where there is none; each fire of the fast path must be without. */
    List<String> causes(ServiceProcess service) {
        return fires(service).stream()
                .map(fire -> {
                    boolean fast = fire.get("path").asText().equals("fast");
                    assertThat(fire.get("cause").isNull()).as(fire.toString()).isEqualTo(fast);
                    return fast ? "none" : fire.get("cause").asText();
                })
                .toList();
    }

    /** The lag that 99 % do not exceed. */
    static long p99Millis(Collection<Delivery> deliveries) {
        List<Long> lags =
                new ArrayList<>(deliveries.stream().map(Delivery::lagMillis).toList());
        Collections.sort(lags);
        return Objects.requireNonNull(lags.get((int) Math.ceil(lags.size() * 0.99) - 1));
    }

    static long byFastPath(Collection<Delivery> deliveries) {
        return deliveries.stream()
                .filter(delivery -> delivery.path().equals("fast"))
                .count();
    }
}
