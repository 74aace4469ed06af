package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Lines;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Streams of jobs through a service whose heap is smaller than the stream. */
@Tag("functional")
class BulkStreamTest {

    private static final String BULK = "/v1/jobs/bulk";
    private static final String NDJSON = "Content-Type: application/x-ndjson";
    private static final int LINES = 100_000;
    private static final int BAD_EVERY = 1000;
    private static final String PAYLOAD = "x".repeat(1000);

    private static RunningService service;

    private final String queue = fresh("bulk");

    @BeforeAll
    static void start() {
        service = RunningService.start(
                builder -> builder.jvm("-Xmx96m", "-XX:+ExitOnOutOfMemoryError").env("PUNCTUAL_SWEEP_INTERVAL", "60s"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void answersAHundredMegabytesLineByLineInTheirOrder() {
        Stream<String> lines = IntStream.range(0, LINES).mapToObj(this::line);
        int read = 0;
        try (Lines answers = service.http().postLines(BULK, lines)) {
            assertThat(answers.status()).isEqualTo(200);
            assertThat(answers.headers().firstValue("Content-Type")).contains("application/x-ndjson");
            for (Iterator<String> each = answers.lines().iterator(); each.hasNext(); read++) {
                assertAnswers(read, parse(each.next()));
            }
        }
        assertThat(read).isEqualTo(LINES);
        assertThat(service.counts(queue)).containsEntry("scheduled", LINES - LINES / BAD_EVERY);
    }

    private String line(int number) {
        String delay = number % BAD_EVERY == 7 ? "soon" : "1d";
        return String.format(
                Locale.ROOT,
                "{\"id\":\"%s-%d\",\"queue\":\"%s\",\"delay\":\"%s\",\"payload\":\"%s\"}",
                queue,
                number,
                queue,
                delay,
                PAYLOAD);
    }

    private void assertAnswers(int number, JsonNode answer) {
        int status = number % BAD_EVERY == 7 ? 422 : 201;
        if (answer.path("status").asInt() != status
                || !answer.path("id").asText().equals(queue + "-" + number)) {
            throw new AssertionError("line " + (number + 1) + " was answered with " + answer);
        }
    }

    @Test
    void refusesEachBadLineInItsPlaceAndTakesTheOthers() {
        String known = queue + "-known";
        service.schedule("{'id':'" + known + "','queue':'" + queue + "','delay':'1h'}");
        List<String> lines = List.of(
                good("a"),
                "not json",
                "",
                good("b"),
                json("{'queue':'" + queue + "','delay':'1h','foo':1}"),
                json("{'id':'" + known + "','queue':'" + queue + "','delay':'1h'}"),
                json("{'id':'" + known + "','queue':'" + queue + "','delay':'2h'}"),
                "[]",
                good("c") + good("d"),
                "{\"delay\":\"1h\",\"payload\":\"" + "x".repeat(400_000) + "\"}",
                "{\"delay\":\"1h\",\"payload\":\"" + "x".repeat(300_000) + "\"}",
                "{\"delay\":\"1h\",\"payload\":" + "[".repeat(200) + "]".repeat(200) + "}",
                good("e"));
        try (Lines answers = service.http().postLines(BULK, lines.stream())) {
            List<JsonNode> read = answers.lines().map(RunningService::parse).toList();
            assertThat(read)
                    .extracting(answer -> answer.path("status").asInt())
                    .containsExactly(201, 400, 201, 422, 200, 409, 422, 400, 413, 413, 422, 201);
            assertThat(read.get(1).path("line").asInt()).isEqualTo(2);
            assertThat(read.get(3).at("/errors/0/field").asText()).isEqualTo("foo");
            assertThat(read.get(5).path("state").asText()).isEqualTo("scheduled");
            assertThat(read.get(11).path("id").asText()).isEqualTo(queue + "-e");
        }
        assertThat(service.counts(queue)).containsEntry("scheduled", 4);
    }

    private String good(String id) {
        return json("{'id':'" + queue + "-" + id + "','queue':'" + queue + "','delay':'1h'}");
    }

    @Test
    void answersEachLineBeforeTheNextIsSent() throws IOException {
        try (RawRequest request = new RawRequest(service.process().api(), BULK, NDJSON)) {
            for (int i = 0; i < 20; i++) {
                request.send(good("" + i) + "\n");
                assertThat(request.object()).isEqualTo(json("{'status':201,'id':'" + queue + "-" + i + "'}"));
            }
            request.finish();
            assertThat(request.object()).isNull();
        }
    }

    @Test
    void answersAClientThatSendsAllBeforeItReads() throws IOException {
        int lines = 20_000;
        try (RawRequest request = new RawRequest(service.process().api(), BULK, NDJSON)) {
            StringBuilder part = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                part.append(good("" + i)).append('\n');
                if (part.length() > 50_000) {
                    request.send(part.toString());
                    part.setLength(0);
                }
            }
            request.send(part + "");
            request.finish();
            for (int i = 0; i < lines; i++) {
                assertThat(request.object()).isEqualTo(json("{'status':201,'id':'" + queue + "-" + i + "'}"));
            }
            assertThat(request.object()).isNull();
        }
    }

    @Test
    void keepsTheWholeLinesOfAClientThatBreaksOff() throws IOException {
        try (RawRequest request = new RawRequest(service.process().api(), BULK, NDJSON)) {
            for (int i = 0; i < 1500; i++) {
                request.send(good("" + i) + "\n");
            }
            request.send(good("half").substring(0, 30));
            request.breakOff();
            await("what came whole is stored")
                    .untilAsserted(() -> assertThat(service.counts(queue)).containsEntry("scheduled", 1500));
        }
        assertThat(service.http().get("/v1/jobs/" + queue + "-half").status()).isEqualTo(404);
        assertThat(service.http().get("/v1/stats").status()).isEqualTo(200);
    }

    @Test
    void takesAStreamPackedByGzip() throws IOException {
        byte[] packed = Packed.gzip((good("a") + "\n" + good("b")).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        try (RawRequest request = new RawRequest(service.process().api(), BULK, NDJSON, "Content-Encoding: gzip")) {
            request.send(packed);
            request.finish();
            assertThat(request.status()).isEqualTo(200);
            assertThat(request.object()).isEqualTo(json("{'status':201,'id':'" + queue + "-a'}"));
            assertThat(request.object()).isEqualTo(json("{'status':201,'id':'" + queue + "-b'}"));
        }
    }
}
