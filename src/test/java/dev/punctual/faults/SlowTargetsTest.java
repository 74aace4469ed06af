package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.RawReceiver;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Targets that are slow, silent or broken, beside good ones. */
@Tag("faults")
final class SlowTargetsTest {

    private static final String NO_CIRCUIT = "circuit.calls=100000";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Stage stage;
    private Receiver good;

    @BeforeEach
    void start() {
        stage = new Stage();
        good = Receiver.answering(200);
    }

    @AfterEach
    void stop() {
        stage.close();
        good.close();
    }

    @ParameterizedTest
    @EnumSource
    void holdsNobodyUpForATargetThatNeverAnswers(Feed feed) throws Exception {
        try (RawReceiver silent = RawReceiver.serving(line -> {
            line.request();
            line.await();
        })) {
            ServiceProcess.Builder builder = Posting.queue(stage.service(), "good", good.url());
            ServiceProcess service = stage.start(Posting.queue(
                    builder,
                    "bad",
                    silent.url(),
                    Posting.retry(2, "100ms", "timeout=300ms", "concurrency=64", NO_CIRCUIT)));
            stage.feed(feed);
            Posting.schedule(service, "bad", "bad", 1_000, Duration.ofSeconds(3));
            List<String> ids = Posting.schedule(service, "good", "good", 200, Duration.ofSeconds(3));
            Posting.awaitCount(service, "good", "delivered", 200, LIMIT);
            List<Long> lags = ids.stream()
                    .map(id -> Posting.job(service, id).at("/lastFire/lagMs").asLong())
                    .sorted()
                    .toList();
            assertThat(lags.get(197)).isLessThan(2_000);
            Posting.awaitCount(service, "bad", "dead", 1_000, LIMIT);
            JsonNode dead = Posting.job(service, "bad-17");
            assertThat(dead.path("attempt").asInt()).isEqualTo(2);
            assertThat(dead.path("lastError").asText()).isEqualTo("no answer of the webhook within 300 ms");
            assertThat(silent.requests()).isEqualTo(2_000);
            assertThat(good.received()).hasSize(200);
        }
    }

    @Test
    void claimsNoMoreOfABurstThanThereIsCapacityForAndMakesNoThreadForEach() {
        int jobs = 30_000;
        int concurrency = 256;
        good.reply(exchange -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            exchange.sendResponseHeaders(200, -1);
        });
        ServiceProcess service = stage.start(Posting.queue(
                stage.service().jvm("-Xmx256m"), "burst", good.url(), "concurrency=" + concurrency, "timeout=60s"));
        stage.feed(Feed.NOTIFYING);
        Posting.schedule(service, "burst", "b", jobs, Duration.ofSeconds(8));
        String running = stage.schedule().replace("schedule", "running");
        long[] most = new long[2];
        await("all are done").atMost(LIMIT).until(() -> {
            most[0] = Math.max(most[0], stage.redis().cliLong("ZCARD", running));
            most[1] = Math.max(
                    most[1],
                    service.adminHttp()
                            .get("/threads")
                            .body()
                            .lines()
                            .filter(line -> line.contains(" id="))
                            .count());
            return service.http()
                            .get("/v1/queues/burst")
                            .json()
                            .at("/jobs/delivered")
                            .asInt()
                    == jobs;
        });
        // What has ended stands there until that is written, a batch at a time.
        assertThat(most[0]).isBetween(1L, 2L * concurrency);
        assertThat(most[1]).isBetween(1L, 150L);
        assertThat(good.received()).hasSize(jobs);
        assertThat(good.received().stream()
                        .map(request -> request.headers().get("webhook-id"))
                        .distinct())
                .hasSize(jobs);
    }

    @Test
    void countsEveryRequestThatReachesABrokenReceiver() throws IOException {
        List<RawReceiver> broken = List.of(
                RawReceiver.serving(RawReceiver.Line::request),
                RawReceiver.serving(line -> {
                    line.request();
                    line.reset();
                }),
                RawReceiver.serving(line -> {
                    line.request();
                    line.say("HTTP/1.1 200 O");
                }));
        ServiceProcess.Builder builder = stage.service();
        for (int i = 0; i < broken.size(); i++) {
            builder = Posting.queue(builder, "broken" + i, broken.get(i).url(), Posting.retry(4, "100ms"));
        }
        ServiceProcess service = stage.start(builder);
        IntStream.range(0, broken.size())
                .forEach(i -> Posting.schedule(service, "broken" + i, "broken" + i, 2, Duration.ZERO));
        for (int i = 0; i < broken.size(); i++) {
            Posting.awaitCount(service, "broken" + i, "dead", 2, LIMIT);
            assertThat(broken.get(i).requests()).as("receiver " + i).isEqualTo(8);
            assertThat(Posting.job(service, "broken" + i + "-0").path("attempt").asInt())
                    .isEqualTo(4);
            broken.get(i).close();
        }
    }

    @Test
    void writesWhatBecameOfDeliveriesWhenRedisTakesWritesAgain() {
        good.reply(exchange -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(700));
            exchange.sendResponseHeaders(200, -1);
        });
        ServiceProcess service = stage.start(Posting.queue(stage.service(), "full", good.url(), "concurrency=50"));
        Posting.schedule(service, "full", "full", 50, Duration.ofMillis(500));
        await("all are on their way").until(() -> good.received().size() == 50);
        stage.redis().cli("CONFIG", "SET", "maxmemory", "1");
        long until = stage.nowMillis() + 2_000;
        stage.awaitTime(until);
        stage.redis().cli("CONFIG", "SET", "maxmemory", "0");
        Posting.awaitCount(service, "full", "delivered", 50, LIMIT);
        assertThat(good.received()).hasSize(50);
    }
}
