package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A subscriber that is cut again and again: each reconnect replaces the subscription, and none is added. */
@Tag("faults")
class ReconnectsTest {

    private static final int JOBS = 50;
    private static final long HEAP_GROWTH_MAX = 6_000_000;

    private static Stage stage;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        stage = new Stage();
        service = stage.start(stage.service("sweep.grace=1s", "notifications.probeInterval=300ms"));
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @CsvSource({"NOTIFYING, 300", "SILENT, 30"})
    void keepsOneSubscriptionThroughManyReconnects(Feed feed, int cuts) {
        stage.feed(feed);
        cut(20); // what is loaded once is loaded
        Histogram before = Histogram.of(service);
        cut(cuts);
        Histogram after = Histogram.of(service);
        assertThat(after.bytes()).as("bytes on the heap").isLessThan(before.bytes() + HEAP_GROWTH_MAX);
        for (String type : List.of(
                "dev.punctual.redis.RedisExpiryFeed$Messages",
                "dev.punctual.redis.RedisExpiryFeed$ConnectionState",
                "io.lettuce.core.pubsub.PubSubEndpoint")) {
            assertThat(after.instances(type)).as(type).isEqualTo(1);
        }

        Stats stats = new Stats(service);
        stage.feed(feed);
        long received = stats.received();
        double won = stats.metric("punctual_claims_total", "result=\"won\"");
        double refused = stats.metric("punctual_claims_total", "result=\"refused\"");
        Batch batch = stage.batch();
        batch.schedule(service, JOBS, number -> batch.after(number, Duration.ofMillis(300 + 5L * number)));
        batch.awaitAllOnce(Duration.ofSeconds(10));
        assertThat(stats.received() - received).as("one hint an event").isEqualTo(feed.isNotifying() ? JOBS : 0);
        assertThat(stats.metric("punctual_claims_total", "result=\"won\"") - won)
                .isEqualTo(JOBS);
        assertThat(stats.metric("punctual_claims_total", "result=\"refused\"")).isEqualTo(refused);
    }

    private static void cut(int times) {
        for (int i = 0; i < times; i++) {
            awaitOneSubscription();
            stage.redis().cli("CLIENT", "KILL", "TYPE", "pubsub");
        }
        awaitOneSubscription();
    }

    private static void awaitOneSubscription() {
        await("one subscriber with one pattern").untilAsserted(() -> {
            assertThat(stage.redis()
                            .cliString("CLIENT", "LIST", "TYPE", "pubsub")
                            .lines())
                    .hasSize(1);
            assertThat(stage.redis().cliLong("PUBSUB", "NUMPAT")).isEqualTo(1);
        });
    }

    /** What lives on the heap of a service after a full collection. */
    private record Histogram(String text) {

        static Histogram of(ServiceProcess service) {
            Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            try {
                Process jcmd = new ProcessBuilder(tool.toString(), Long.toString(service.pid()), "GC.class_histogram")
                        .redirectErrorStream(true)
                        .start();
                String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(text).contains("Total");
                return new Histogram(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long bytes() {
            return text.lines()
                    .filter(line -> line.startsWith("Total"))
                    .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                    .sum();
        }

        long instances(String type) {
            return text.lines()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(words -> words.length > 3 && words[3].equals(type))
                    .mapToLong(words -> Long.parseLong(words[1]))
                    .sum();
        }
    }
}
