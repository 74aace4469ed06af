package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Http;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis forgets its scripts by a flush and by a restart; nobody may notice. */
@Tag("faults")
class ScriptsGoneTest {

    private static final int STEPS = 150;

    private static Stage stage;
    private static ServiceProcess service;
    private static Callers callers;

    @BeforeAll
    static void start() {
        callers = new Callers();
        stage = new Stage("--appendonly", "yes");
        service = stage.start(stage.service("notifications.probeInterval=300ms"));
    }

    @AfterAll
    static void stop() {
        callers.close();
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void failsNoRequestAndFiresOnTimeWhileScriptsAreFlushed(Feed feed) {
        stage.feed(feed);
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> flusher = CompletableFuture.runAsync(() -> await("the end of the load")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    stage.redis().cli("SCRIPT", "FLUSH");
                    return over.get();
                }));
        CommandCalls before = CommandCalls.of(stage.redis());
        Batch batch = stage.batch();
        Batch cancelled = stage.batch();
        List<List<Integer>> statuses = callers.call(STEPS, number -> 20L * number, number -> {
            Http http = service.http();
            return List.of(
                    batch.schedule(service, batch.after(number, Duration.ofMinutes(1)))
                            .status(),
                    http.patch("/v1/jobs/" + batch.id(number), "{\"delay\":\"300ms\"}")
                            .status(),
                    http.post("/v1/jobs", cancelled.after(number, Duration.ofMinutes(1)))
                            .status(),
                    http.delete("/v1/jobs/" + cancelled.id(number)).status(),
                    http.get("/v1/jobs/" + batch.id(number)).status());
        });
        List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(5));
        over.set(true);
        flusher.join();
        assertThat(statuses).allSatisfy(status -> assertThat(status).containsExactly(201, 200, 201, 204, 200));
        assertThat(cancelled.arrived()).isZero();
        assertThat(Batch.p99Millis(deliveries)).isLessThan(1500);
        assertThat(CommandCalls.of(stage.redis()).since(before, "eval"))
                .as("scripts sent anew")
                .isPositive();
        assertThat(service.logs()).doesNotContain("NOSCRIPT");
    }

    @ParameterizedTest
    @EnumSource
    void goesOnAfterARestartOfRedis(Feed feed) {
        stage.feed(feed);
        Batch before = stage.batch();
        before.schedule(service, 50, number -> before.after(number, Duration.ofMillis(2000)));
        stage.redis().restart("--notify-keyspace-events", feed.flags());
        await("the service is connected again")
                .untilAsserted(() ->
                        assertThat(service.http().get("/v1/stats").status()).isEqualTo(200));
        Batch after = stage.batch();
        for (int number = 0; number < 50; number++) {
            assertThat(after.schedule(service, after.after(number, Duration.ofMillis(500)))
                            .status())
                    .isEqualTo(201);
        }
        assertThat(Batch.p99Millis(after.awaitAllOnce(Duration.ofSeconds(5)))).isLessThan(1500);
        assertThat(Batch.p99Millis(before.awaitAllOnce(Duration.ofSeconds(5)))).isLessThan(1500);
    }
}
