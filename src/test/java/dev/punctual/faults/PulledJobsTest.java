package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs that are pulled while the service is killed, or Redis is frozen, full or busy. */
@Tag("faults")
final class PulledJobsTest {

    private static final int JOBS = 30;
    private static final int ROUNDS = 3;

    /** One command of Redis with a time limit of 2 s, a second one, and a slow machine. */
    private static final Duration ANSWERED = Duration.ofSeconds(8);

    private Stage stage;

    @BeforeEach
    void start() {
        stage = new Stage();
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private ServiceProcess pulling(String... settings) {
        return stage.start(
                stage.service(settings).jvm("-Ddw.queues.work.target=pull", "-Ddw.queues.work.retry.maxAttempts=50"));
    }

    @ParameterizedTest
    @EnumSource
    void losesNothingWhenTheServiceIsKilledAmongLeases(Feed feed) {
        ServiceProcess service = pulling();
        stage.feed(feed);
        Batch batch = new Batch(stage.redis(), "none", "work");
        batch.schedule(service, JOBS, number -> batch.after(number, Duration.ofMillis(20L * number)));
        Map<String, Integer> attempts = new HashMap<>();
        Set<String> acknowledged = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<JsonNode> leased = pull(service, 8, "5s", "1s");
            leased.forEach(job -> attempts.merge(id(job), 1, Integer::sum));
            for (JsonNode job : leased.subList(0, leased.size() / 2)) {
                if (ack(service, job) == 204) {
                    acknowledged.add(id(job));
                }
            }
            service.kill9();
            service.restart();
        }
        await("all are acknowledged").atMost(Duration.ofSeconds(40)).until(() -> {
            for (JsonNode job : pull(service, 10, "1s", "1s")) {
                attempts.merge(id(job), 1, Integer::sum);
                assertThat(acknowledged).as("handed out after its ack").doesNotContain(id(job));
                if (ack(service, job) == 204) {
                    acknowledged.add(id(job));
                }
            }
            return acknowledged.size() == JOBS;
        });
        attempts.forEach((job, count) -> assertThat(service.http()
                        .get("/v1/jobs/" + job)
                        .json()
                        .path("attempt")
                        .asInt())
                .as(job)
                .isGreaterThanOrEqualTo(count));
        assertThat(stage.redis().cliLong("ZCARD", stage.schedule().replace("schedule", "running")))
                .isZero();
    }

    @Test
    void answersInTimeWhileRedisIsFrozenAndKnowsAfterwardsWhatBecameOfAnAck() {
        ServiceProcess service = pulling();
        Batch batch = new Batch(stage.redis(), "none", "work");
        batch.schedule(service, 4, number -> batch.after(number, Duration.ZERO));
        List<JsonNode> leased = new ArrayList<>();
        await("all are leased").until(() -> leased.addAll(pull(service, 4, "2s")) && leased.size() == 4);
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> poll(service, 1, "3s"));
        await("it waits").until(() -> service.http().get("/v1/queues/work").status() == 200);
        stage.redis().freeze();
        Map<String, Integer> statuses = new HashMap<>();
        try {
            for (JsonNode job : leased) {
                long before = System.nanoTime();
                statuses.put(id(job), ack(service, job));
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(ANSWERED);
            }
            long before = System.nanoTime();
            assertThat(poll(service, 1, "1s").status()).isIn(503, 504);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(ANSWERED);
            assertThat(waiting.join().status()).isIn(200, 503, 504);
        } finally {
            stage.redis().thaw();
        }
        assertThat(statuses.values()).allMatch(status -> status == 503 || status == 504);
        await("requests are taken again").until(() -> poll(service, 1, "0s").status() == 200);
        for (JsonNode job : leased) {
            String state = service.http()
                    .get("/v1/jobs/" + id(job))
                    .json()
                    .path("state")
                    .asText();
            if (statuses.get(id(job)) == 503) {
                assertThat(state).isEqualTo("running");
            }
            assertThat(ack(service, job)).isEqualTo(state.equals("running") ? 204 : 410);
            assertThat(service.http()
                            .get("/v1/jobs/" + id(job))
                            .json()
                            .path("state")
                            .asText())
                    .isEqualTo("delivered");
        }
    }

    @Test
    void changesNothingThatAFullRedisRefuses() {
        ServiceProcess service = pulling();
        Batch batch = new Batch(stage.redis(), "none", "work");
        batch.schedule(service, 6, number -> batch.after(number, Duration.ZERO));
        List<JsonNode> leased = pull(service, 2, "5s");
        stage.redis().cli("CONFIG", "SET", "maxmemory", "1");
        try {
            for (JsonNode job : leased) {
                assertThat(ack(service, job)).isIn(204, 503);
            }
            assertThat(poll(service, 2, "1s").status()).isIn(200, 503);
            assertThat(service.http().put("/v1/queues/work/pause", "").status()).isIn(204, 503);
        } finally {
            stage.redis().cli("CONFIG", "SET", "maxmemory", "0");
        }
        service.http().delete("/v1/queues/work/pause");
        Set<String> done = new HashSet<>();
        await("each is done once").until(() -> {
            pull(service, 6, "1s").forEach(job -> {
                assertThat(ack(service, job)).isEqualTo(204);
                assertThat(done.add(id(job))).as(id(job)).isTrue();
            });
            leased.forEach(job -> {
                if (ack(service, job) == 204) {
                    done.add(id(job));
                }
            });
            return service.http()
                            .get("/v1/queues/work")
                            .json()
                            .at("/jobs/delivered")
                            .asInt()
                    == 6;
        });
    }

    @Test
    void goesOnAfterSomebodyElsesScriptHasHeldRedis() {
        ServiceProcess service = pulling();
        Batch batch = new Batch(stage.redis(), "none", "work");
        stage.redis().cli("CONFIG", "SET", "busy-reply-threshold", "300");
        batch.schedule(service, 10, number -> batch.after(number, Duration.ofMillis(1500)));
        CompletableFuture<Void> script = CompletableFuture.runAsync(() -> {
            try (var other = stage.redis().connect()) {
                other.call("EVAL", "while true do end", "0");
            } catch (RuntimeException killed) {
                // As it should be.
            }
        });
        await("Redis is busy").until(() -> service.http().get("/v1/queues/work").status() == 503);
        assertThat(poll(service, 1, "1s").status()).isIn(503, 504);
        try (var killer = stage.redis().connect()) {
            killer.call("SCRIPT", "KILL");
        }
        script.join();
        Set<String> done = new HashSet<>();
        await("each is done").until(() -> {
            Answer answer = poll(service, 10, "1s");
            answer.json().path("items").forEach(job -> {
                assertThat(job.path("attempt").asInt()).isEqualTo(1);
                assertThat(ack(service, job)).isEqualTo(204);
                done.add(id(job));
            });
            return done.size() == 10;
        });
    }

    @ParameterizedTest
    @EnumSource
    void doesNotTakeAWaitForALapse(Feed feed) {
        ServiceProcess service = pulling();
        stage.feed(feed);
        Batch batch = new Batch(stage.redis(), "none", "work");
        batch.schedule(service, 1, number -> batch.after(number, Duration.ZERO));
        JsonNode first = pull(service, 1, "5s", "1s").get(0);
        assertThat(service.http()
                        .post(
                                "/v1/leases/" + first.path("leaseToken").asText() + "/nack",
                                "{\"delay\":\"3s\",\"reason\":\"later\"}")
                        .status())
                .isEqualTo(204);
        JsonNode second = pull(service, 1, "20s").get(0);
        assertThat(second.path("attempt").asInt()).isEqualTo(2);
        assertThat(ack(service, second)).isEqualTo(204);
        assertThat(batch.fires(service))
                .extracting(fire -> fire.path("outcome").asText())
                .containsExactly("delivered", "retry");
    }

    @Test
    void leavesNoTraceOfAJobThatWasRemovedBehindItsOwnersBack() {
        ServiceProcess service = pulling();
        Batch batch = new Batch(stage.redis(), "none", "work");
        String id = batch.id(0);
        service.http()
                .post(
                        "/v1/jobs",
                        "{\"id\":\"" + id + "\",\"queue\":\"work\",\"delay\":\"0s\",\"retry\":{\"maxAttempts\":1}}");
        JsonNode job = pull(service, 1, "5s", "1s").get(0);
        await("it is dead").until(() -> service.http().delete("/v1/dead/" + id).status() == 204);
        assertThat(ack(service, job)).isEqualTo(410);
        assertThat(service.http()
                        .post("/v1/leases/" + job.path("leaseToken").asText() + "/extend", "")
                        .status())
                .isEqualTo(410);
        assertThat(service.http().get("/v1/jobs/" + id).status()).isEqualTo(404);
        assertThat(stage.redis().cliList("KEYS", "*:job:" + id)).isEmpty();
        assertThat(pull(service, 1, "300ms")).isEmpty();
    }

    @Test
    void endsInTimeWhenItIsStoppedWithPollsAndLeasesOpen() {
        ServiceProcess service = pulling();
        Batch batch = new Batch(stage.redis(), "none", "work");
        batch.schedule(service, 5, number -> batch.after(number, Duration.ZERO));
        List<JsonNode> leased = new ArrayList<>();
        await("all are leased").until(() -> leased.addAll(pull(service, 5, "1s")) && leased.size() == 5);
        List<CompletableFuture<Answer>> polls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            polls.add(CompletableFuture.supplyAsync(() -> poll(service, 1, "60s")));
        }
        await("they have been read").until(() -> service.http().get("/v1/stats").status() == 200);
        long before = System.nanoTime();
        service.term();
        assertThat(service.awaitExit()).isIn(0, 143);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        polls.forEach(poll -> poll.handle((answer, broken) -> answer == null || answer.status() == 200)
                .thenAccept(fine -> assertThat(fine).isTrue())
                .join());
        assertThat(service.logs()).doesNotContain("RejectedExecutionException");
        service.restart();
        leased.forEach(job -> assertThat(ack(service, job)).isEqualTo(204));
    }

    private static List<JsonNode> pull(ServiceProcess service, int max, String wait) {
        return pull(service, max, wait, "60s");
    }

    private static List<JsonNode> pull(ServiceProcess service, int max, String wait, String lease) {
        Answer answer = poll(service, max, wait, lease);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        List<JsonNode> jobs = new ArrayList<>();
        answer.json().path("items").forEach(jobs::add);
        return jobs;
    }

    private static Answer poll(ServiceProcess service, int max, String wait) {
        return poll(service, max, wait, "60s");
    }

    private static Answer poll(ServiceProcess service, int max, String wait, String lease) {
        String body = "{\"max\":" + max + ",\"wait\":\"" + wait + "\",\"lease\":\"" + lease + "\"}";
        return service.http().post("/v1/queues/work/lease", body);
    }

    private static int ack(ServiceProcess service, JsonNode job) {
        return service.http()
                .post("/v1/leases/" + job.path("leaseToken").asText() + "/ack", "")
                .status();
    }

    private static String id(JsonNode job) {
        return job.path("id").asText();
    }
}
