package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Redis gone, frozen, full, read-only or busy while jobs are under a lease: at a receiver, or at a puller. */
@Tag("faults")
final class LeasesInOutagesTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Two commands with a time limit of 1 s each; and a slow machine. */
    private static final Duration ANSWERED = Duration.ofSeconds(4);

    private static final int HELD = 8;
    private static final int LATER = 20;

    private static final Map<NotificationMode, Plant> PLANTS = new EnumMap<>(NotificationMode.class);

    /** A Redis that keeps its data over a restart, the service on it, and who gets its webhooks. */
    private record Plant(RedisProcess redis, ServiceProcess service, Receiver receiver) {

        static Plant of(NotificationMode mode) {
            RedisProcess redis =
                    RedisProcess.start("--save", "", "--appendonly", "yes", "--busy-reply-threshold", "300");
            Receiver receiver = Receiver.answering(204);
            ServiceProcess service = Posting.queue(
                            mode.service().redis(redis).env("PUNCTUAL_LEASE", "20s"),
                            "hook",
                            receiver.url(),
                            Posting.retry(5, "200ms", "timeout=15s"))
                    .jvm("-Ddw.queues.work.target=pull", "-Ddw.queues.work.lease=6s")
                    .start();
            return new Plant(redis, service, receiver);
        }

        Answer lease(int max, String wait) {
            return service.http().post("/v1/queues/work/lease", "{\"max\":" + max + ",\"wait\":\"" + wait + "\"}");
        }

        int ack(String token) {
            return service.http().post("/v1/leases/" + token + "/ack", "").status();
        }
    }

    /** What befalls Redis. */
    enum Outage {
        FROZEN(RedisProcess::freeze, RedisProcess::thaw),
        KILLED(RedisProcess::kill9, RedisProcess::restart),
        FULL(
                redis -> redis.cli("CONFIG", "SET", "maxmemory", "1"),
                redis -> redis.cli("CONFIG", "SET", "maxmemory", "0")),
        BUSY(LeasesInOutagesTest::occupy, redis -> redis.cli("SCRIPT", "KILL"));

        private final Consumer<RedisProcess> begin;
        private final Consumer<RedisProcess> end;

        Outage(Consumer<RedisProcess> begin, Consumer<RedisProcess> end) {
            this.begin = begin;
            this.end = end;
        }
    }

    /** Somebody's script runs until it is killed. */
    private static void occupy(RedisProcess redis) {
        CompletableFuture<Void> script = CompletableFuture.runAsync(() -> {
            try (var client = redis.connect()) {
                client.call("EVAL", "while true do end", "0");
            }
        });
        var unused = script.exceptionally(killed -> null);
        await("Redis is busy").until(() -> {
            try {
                redis.cli("PING");
                return false;
            } catch (RuntimeException busy) {
                return String.valueOf(busy.getMessage()).contains("BUSY");
            }
        });
    }

    static Stream<Arguments> outages() {
        return Stream.of(NotificationMode.values())
                .flatMap(mode -> Stream.of(Outage.values()).map(outage -> Arguments.of(mode, outage)));
    }

    @AfterAll
    static void stop() {
        PLANTS.values().forEach(plant -> {
            plant.service.close();
            plant.receiver.close();
            plant.redis.close();
        });
    }

    @ParameterizedTest
    @MethodSource("outages")
    void losesNothingThatIsUnderALease(NotificationMode mode, Outage outage) throws Exception {
        Plant plant = PLANTS.computeIfAbsent(mode, Plant::of);
        String run = outage.name().toLowerCase(Locale.ROOT);
        int deliveredBefore = delivered(plant, "hook");
        int pulledBefore = delivered(plant, "work");
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(HELD);
        plant.receiver.reply(exchange -> {
            inside.countDown();
            gate.await(20, TimeUnit.SECONDS);
            exchange.sendResponseHeaders(204, -1);
        });
        List<String> jobs =
                new ArrayList<>(Posting.schedule(plant.service, "hook", run + "-held", HELD, Duration.ZERO));
        Posting.schedule(plant.service, "work", run + "-pulled", HELD, Duration.ZERO);
        assertThat(inside.await(10, TimeUnit.SECONDS)).as("at the receiver").isTrue();
        List<String> tokens = new ArrayList<>();
        await("pulled").until(() -> {
            tokens.addAll(tokens(plant, HELD - tokens.size()));
            return tokens.size() == HELD;
        });
        jobs.addAll(Posting.schedule(plant.service, "hook", run + "-later", LATER, Duration.ofSeconds(1)));
        Posting.schedule(plant.service, "work", run + "-pulled-later", LATER, Duration.ofSeconds(1));

        outage.begin.accept(plant.redis);
        List<String> unacknowledged = new ArrayList<>();
        try {
            gate.countDown(); // what was at the receiver is done, and nobody can write that down
            for (String token : tokens.subList(0, 2)) {
                long asked = System.nanoTime();
                int status = plant.ack(token);
                assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(ANSWERED);
                assertThat(status).isIn(204, 503, 504);
                if (status != 204) {
                    unacknowledged.add(token);
                }
            }
            long asked = System.nanoTime();
            assertThat(plant.lease(1, "0s").status()).isIn(200, 503, 504);
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(ANSWERED);
        } finally {
            outage.end.accept(plant.redis);
        }

        await("acknowledged").atMost(LIMIT).until(() -> plant.ack(tokens.get(HELD - 1)) != 503);
        unacknowledged.addAll(tokens.subList(2, HELD - 1));
        // 410 where it was written before, or the lease has lapsed meanwhile
        unacknowledged.forEach(token -> assertThat(plant.ack(token)).isIn(204, 410));
        await("the rest is pulled").atMost(LIMIT).until(() -> {
            tokens(plant, LATER).forEach(plant::ack);
            return delivered(plant, "work") == pulledBefore + HELD + LATER;
        });
        Posting.awaitCount(plant.service, "hook", "delivered", deliveredBefore + HELD + LATER, LIMIT);
        Map<String, List<String>> requests = plant.receiver.received().stream()
                .filter(request -> jobs.contains(Arrivals.idOf(request.body())))
                .collect(Collectors.groupingBy(
                        request -> Arrivals.idOf(request.body()),
                        Collectors.mapping(request -> request.headers().get("webhook-id"), Collectors.toList())));
        assertThat(requests).hasSize(jobs.size()).allSatisfy((job, ids) -> assertThat(ids)
                .hasSize(1));
    }

    private static List<String> tokens(Plant plant, int max) {
        Answer leased = plant.lease(max, "0s");
        List<String> tokens = new ArrayList<>();
        if (leased.status() == 200) {
            for (JsonNode job : leased.json().path("items")) {
                tokens.add(job.path("leaseToken").asText());
            }
        }
        return tokens;
    }

    private static int delivered(Plant plant, String queue) {
        return plant.service
                .http()
                .get("/v1/queues/" + queue)
                .json()
                .at("/jobs/delivered")
                .asInt();
    }
}
