package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One of two instances has a wrong clock, which is even set while it runs. Only Redis's clock counts. */
@Tag("faults")
class SkewedClockTest {

    private static final int JOBS = 200;
    private static final Duration LEASE = Duration.ofMillis(2500);
    private static final Duration TOLERANCE = Duration.ofMillis(1500);

    @TempDir
    private static Path directory;

    private static Stage stage;
    private static ServiceProcess right;
    private static ServiceProcess wrong;
    private static Receiver receiver;
    private static final CountDownLatch gate = new CountDownLatch(1);

    @BeforeAll
    static void start() {
        Path library = library();
        setClock("+300");
        stage = new Stage();
        receiver = Receiver.start(exchange -> {
            gate.await(30, TimeUnit.SECONDS);
            exchange.sendResponseHeaders(204, -1);
        });
        right = stage.launch(service("right", "Europe/Berlin"));
        wrong = stage.launch(service("wrong", "America/New_York")
                .env("FAKETIME_TIMESTAMP_FILE", clockFile().toString())
                .env("FAKETIME_CACHE_DURATION", "1")
                // A JVM waits by the other clock, which nobody can set; the waits themselves are left to the system.
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .env("FAKETIME_FORCE_MONOTONIC_FIX", "0")
                .prefix("env", "LD_PRELOAD=" + library));
        right.awaitReady();
        wrong.awaitReady();
    }

    private static ServiceProcess.Builder service(String instance, String zone) {
        ServiceProcess.Builder builder = stage.service("notifications.probeInterval=100ms", "sweep.interval=500ms")
                .jvm("-Duser.timezone=" + zone)
                .env("PUNCTUAL_LEASE", LEASE.toMillis() + "ms")
                .env("PUNCTUAL_INSTANCE", instance);
        return Posting.queue(builder, "hook", receiver.url(), "timeout=60s");
    }

    private static Path library() {
        try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
            List<Path> found = folders.map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .toList();
            assumeTrue(!found.isEmpty(), "libfaketime is not installed (Debian: apt-get install faketime)");
            return found.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void stop() {
        gate.countDown();
        if (receiver != null) {
            receiver.close();
        }
        if (stage != null) {
            stage.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"NOTIFYING, +300", "SILENT, +300", "NOTIFYING, -300", "SILENT, -300"})
    void firesByTheClockOfRedisWhateverTheClockOfAnInstance(Feed feed, String ahead) {
        setClock(ahead);
        awaitSkew(ahead);
        stage.feed(feed);
        Batch throughRight = stage.batch();
        Batch throughWrong = stage.batch();
        Batch byInstant = stage.batch();
        long askedMillis = stage.nowMillis();
        throughRight.schedule(right, JOBS, number -> throughRight.after(number, delay(number)));
        throughWrong.schedule(wrong, JOBS, number -> throughWrong.after(number, delay(number)));
        long doneMillis = stage.nowMillis();
        byInstant.schedule(
                wrong,
                JOBS,
                number -> byInstant.at(number, doneMillis + delay(number).toMillis()));
        for (Batch batch : List.of(throughRight, throughWrong, byInstant)) {
            for (Delivery delivery : batch.awaitAllOnce(Duration.ofSeconds(10))) {
                long delayMillis = delay(numberOf(delivery)).toMillis();
                assertThat(delivery.dueAtMillis()).isBetween(askedMillis + delayMillis, doneMillis + delayMillis);
                assertThat(delivery.lagMillis()).isBetween(0L, TOLERANCE.toMillis());
            }
        }
        assertThat(new Stats(right).stats().at("/redis/clockSkewMs").asDouble()).isCloseTo(0, within(1000.0));
    }

    @ParameterizedTest
    @CsvSource({"NOTIFYING, +300", "SILENT, -300"})
    void keepsOnTimeWhileTheClockIsSet(Feed feed, String ahead) {
        setClock("+0");
        awaitSkew("+0");
        stage.feed(feed);
        Batch batch = stage.batch();
        batch.schedule(wrong, JOBS, number -> batch.after(number, Duration.ofMillis(500 + 10L * number)));
        setClock(ahead);
        assertThat(batch.awaitAllOnce(Duration.ofSeconds(10)))
                .allSatisfy(delivery -> assertThat(delivery.lagMillis()).isBetween(0L, TOLERANCE.toMillis()));
        awaitSkew(ahead);
    }

    @Test
    void takesNoLeaseOverWhileItsOwnerIsAtWork() {
        setClock("-300");
        awaitSkew("-300");
        int jobs = 16; // both get some
        List<String> ids = Posting.schedule(right, "hook", "held", jobs, Duration.ofMillis(200));
        await("all are at the receiver").until(() -> receiver.received().size() == jobs);
        long held = stage.nowMillis();
        setClock("+3600"); // as if summer ended for this one alone
        awaitSkew("+3600");
        stage.awaitTime(held + 3 * LEASE.toMillis());
        gate.countDown();
        Posting.awaitCount(right, "hook", "delivered", jobs, Duration.ofSeconds(20));
        assertThat(receiver.received()).hasSize(jobs);
        assertThat(ids).allSatisfy(id -> assertThat(
                        Posting.job(wrong, id).path("attempt").asInt())
                .isEqualTo(1));
    }

    /** Waits until the instance says itself how far off it is. */
    private static void awaitSkew(String ahead) {
        await("the skew is seen").untilAsserted(() -> assertThat(
                        new Stats(wrong).stats().at("/redis/clockSkewMs").asDouble())
                .isCloseTo(-1000.0 * Integer.parseInt(ahead), within(1000.0)));
    }

    private static int numberOf(Delivery delivery) {
        return Integer.parseInt(delivery.id().substring(delivery.id().lastIndexOf('-') + 1));
    }

    private static Duration delay(int number) {
        return Duration.ofMillis(number % 2 == 0 ? 500 : 1250);
    }

    private static Path clockFile() {
        return directory.resolve("clock");
    }

    private static void setClock(String offset) {
        try {
            Path next = directory.resolve("next");
            Files.writeString(next, offset + "\n");
            Files.move(next, clockFile(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
