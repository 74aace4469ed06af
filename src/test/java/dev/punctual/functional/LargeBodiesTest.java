package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are large, packed, endless or slow, against a service with a small heap. */
@Tag("functional")
class LargeBodiesTest {

    private static final String JOBS = "/v1/jobs";
    private static final String TYPE = "Content-Type: application/json";
    private static final int SLOW_SENDERS = 300;
    private static final int BODY_SECONDS = 4;
    private static final Duration PROMPT = Duration.ofSeconds(5);
    private static final long TWO_GIBIBYTES = 2L << 30;

    private static RunningService service;

    private final String queue = fresh("large");

    @BeforeAll
    static void start() {
        service = RunningService.start(builder -> builder.jvm("-Xmx256m", "-XX:+ExitOnOutOfMemoryError")
                .config(ConfigCopy.with("bodyTime: 30s", "bodyTime: " + BODY_SECONDS + "s")));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @AfterEach
    void stillServes() {
        assertThat(service.process().isRunning()).isTrue();
        // The client may meet a connection that the service has just closed behind a refused body.
        await("other requests are served")
                .ignoreException(UncheckedIOException.class)
                .until(() -> service.schedule("{'queue':'" + queue + "','delay':'0s'}") != null);
        service.awaitArrivals(queue, 1);
        assertThat(service.process().logs()).doesNotContain("OutOfMemoryError");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50})
    void refusesMegabytesByTheirLength(int megabytes) {
        byte[] body = ("{\"delay\":\"1h\",\"payload\":\"" + "x".repeat(megabytes * 1_000_000) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        assertTooLarge(service.http()
                .exchange("POST", JOBS, BodyPublishers.ofByteArray(body), "Content-Type", "application/json"));
    }

    @Test
    void refusesAnEndlessBodyLongBeforeItsEnd() throws IOException {
        byte[] part = new byte[64 * 1024];
        Arrays.fill(part, (byte) ' ');
        long sent = 0;
        try (RawRequest request = new RawRequest(service.process().api(), JOBS, TYPE)) {
            try {
                while (sent < TWO_GIBIBYTES && !request.isAnswered()) {
                    request.send(part);
                    sent += part.length;
                }
            } catch (SocketException closed) {
                // The answer may have come before that.
            }
            assertThat(sent).isLessThan(TWO_GIBIBYTES / 10);
            assertThat(request.status()).isEqualTo(413);
        }
    }

    @Test
    void refusesAGigabyteOfZerosInAMegabyteOfGzip() {
        assertTooLarge(postPacked(Packed.zeros(1024)));
    }

    @Test
    void refusesALineOfHalfAGigabyteOfZerosInAStream() {
        Answer answer = service.http()
                .exchange(
                        "POST",
                        "/v1/jobs/bulk",
                        BodyPublishers.ofByteArray(Packed.zeros(512)),
                        "Content-Type",
                        "application/x-ndjson",
                        "Content-Encoding",
                        "gzip");
        assertThat(answer.json().path("status").asInt()).isEqualTo(413);
        assertThat(answer.body().lines()).hasSize(1);
    }

    @Test
    void takesAPackedJobAndRefusesWhatIsNoGzip() {
        byte[] packed = Packed.gzip(json("{'queue':'other','delay':'1h'}").getBytes(StandardCharsets.UTF_8));
        assertThat(postPacked(packed).status()).isEqualTo(201);
        assertThat(postPacked(Arrays.copyOf(packed, packed.length - 12)).status())
                .isEqualTo(400);
        assertThat(postPacked(Arrays.copyOf(packed, 5)).status()).isEqualTo(400);
        assertThat(postPacked("{\"delay\":\"1h\"}".getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(400);
    }

    private static Answer postPacked(byte[] packed) {
        return service.http()
                .exchange(
                        "POST",
                        JOBS,
                        BodyPublishers.ofByteArray(packed),
                        "Content-Type",
                        "application/json",
                        "Content-Encoding",
                        "gzip");
    }

    private static void assertTooLarge(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(413);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        JsonNode problem = answer.json();
        // The server closes the connection; a client that does not know loses its next request.
        assertThat(answer.header("Connection")).isEqualTo("close");
        assertThat(problem.at("/errors/0/field").asText()).isEqualTo("payload");
    }

    @Test
    void cutsOffSlowSendersWhileOthersAreServed() throws IOException {
        List<RawRequest> slow = new ArrayList<>();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try {
            for (int i = 0; i < SLOW_SENDERS; i++) {
                slow.add(new RawRequest(service.process().api(), JOBS, TYPE));
            }
            var unused =
                    clock.scheduleAtFixedRate(() -> slow.forEach(LargeBodiesTest::trickle), 0, 1, TimeUnit.SECONDS);
            await("all are cut off")
                    .atMost(Duration.ofSeconds(5 * BODY_SECONDS))
                    .until(() -> {
                        long startedAtNanos = System.nanoTime();
                        service.schedule("{'queue':'meanwhile','delay':'1h'}");
                        assertThat(Duration.ofNanos(System.nanoTime() - startedAtNanos))
                                .isLessThan(PROMPT);
                        return slow.stream().allMatch(RawRequest::isAnswered);
                    });
            clock.shutdownNow();
            for (RawRequest request : slow) {
                assertThat(request.status()).isEqualTo(408);
            }
        } finally {
            clock.shutdownNow();
            slow.forEach(RawRequest::close);
        }
    }

    private static void trickle(RawRequest request) {
        if (!request.isAnswered()) {
            try {
                request.send(" ");
            } catch (IOException closed) {
                // It is cut off.
            }
        }
    }
}
