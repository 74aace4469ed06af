package dev.punctual.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.Limits;
import dev.punctual.core.Job;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobStore;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.Page;
import dev.punctual.core.Precondition;
import dev.punctual.core.Scheduled;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import io.dropwizard.util.Duration;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("functional")
final class BulkTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final FailingStore STORE = new FailingStore();

    private static ApiServer server;
    private static Http http;

    /** The store in memory, which answers later, and fails where an id says so. */
    private static final class FailingStore implements JobStore {
        private final InMemoryJobStore store = new InMemoryJobStore();
        private final AtomicInteger largest = new AtomicInteger();

        @Override
        public CompletionStage<List<Scheduled>> schedule(List<JobDraft> drafts) {
            largest.accumulateAndGet(drafts.size(), Math::max);
            for (JobDraft draft : drafts) {
                if (draft.id().value().startsWith("down")) {
                    throw new StoreUnavailableException("down", null);
                }
                if (draft.id().value().startsWith("unknown")) {
                    return CompletableFuture.failedFuture(new OutcomeUnknownException("late", null));
                }
                if (draft.id().value().startsWith("broken")) {
                    return CompletableFuture.failedFuture(new IllegalStateException("secret"));
                }
            }
            return CompletableFuture.supplyAsync(
                    () -> store.schedule(drafts).toCompletableFuture().join());
        }

        @Override
        public Scheduled put(JobDraft draft, Precondition precondition) {
            return store.put(draft, precondition);
        }

        @Override
        public Job patch(JobId id, JobPatch patch) {
            return store.patch(id, patch);
        }

        @Override
        public Job replay(JobId id) {
            return store.replay(id);
        }

        @Override
        public Job fireNow(JobId id) {
            return store.fireNow(id);
        }

        @Override
        public void cancel(JobId id) {
            store.cancel(id);
        }

        @Override
        public Optional<Job> find(JobId id) {
            return store.find(id);
        }

        @Override
        public Page<Job> list(JobQuery query) {
            return store.list(query);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = ApiServer.start(
                STORE,
                new Limits(
                        Limits.DEFAULT_PAYLOAD,
                        Limits.DEFAULT_PAYLOAD_DEPTH,
                        Duration.milliseconds(1500),
                        Limits.DEFAULT_STREAMS),
                true);
        http = server.http();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void answersEachLineInItsOrderWhateverItIs() {
        List<JsonNode> answers = bulk(
                job("o-1"),
                "",
                "{\"delay\":",
                job("o-2").replace("1h", "1x"),
                job("o-1"),
                job("o-1").replace("1h", "2h"),
                "  \r",
                job("o-3").replace("mail", "nowhere"),
                "[]",
                "{\"queue\":\"mail\",\"delay\":\"1h\",\"payload\":\"" + "x".repeat(300_000) + "\"}",
                "{\"queue\":\"mail\",\"delay\":\"1h\",\"payload\":\"" + "x".repeat(3_000_000) + "\"}",
                job("o-4") + "\r");

        assertThat(answers)
                .extracting(answer -> answer.path("status").asInt())
                .containsExactly(201, 400, 422, 200, 409, 422, 422, 413, 413, 201);
        assertThat(answers.get(0)).hasToString("{\"status\":201,\"id\":\"o-1\"}");
        assertThat(answers.get(1).path("line").asInt()).isEqualTo(3);
        assertThat(answers.get(2).path("id").asText()).isEqualTo("o-2");
        assertThat(answers.get(2).path("errors").path(0).path("field").asText()).isEqualTo("delay");
        assertThat(answers.get(4).path("state").asText()).isEqualTo("scheduled");
        assertThat(answers.get(5).path("errors").path(0).path("field").asText()).isEqualTo("queue");
        assertThat(answers.get(9).path("id").asText()).isEqualTo("o-4");
    }

    @Test
    void takesManyLinesInBatchesAndInOrder() {
        int lines = 20_000;
        AtomicInteger next = new AtomicInteger();
        try (var answer =
                http.postLines("/v1/jobs/bulk", IntStream.range(0, lines).mapToObj(i -> job("many-" + i)))) {
            assertThat(answer.status()).isEqualTo(200);
            answer.lines().forEach(line -> assertThat(line)
                    .isEqualTo("{\"status\":201,\"id\":\"many-" + next.getAndIncrement() + "\"}"));
        }
        assertThat(next).hasValue(lines);
        assertThat(STORE.largest).hasValueBetween(2, 256);
    }

    @Test
    void answersALineBeforeTheNextOneIsSent() throws IOException {
        try (Socket socket = open("")) {
            OutputStream out = socket.getOutputStream();
            BufferedReader in = reader(socket);
            for (int i = 0; i < 3; i++) {
                // Half of the next line comes along, and does not hold the answer back.
                chunk(out, (i == 0 ? "" : "elay\":\"1h\"}\n") + job("talk-" + i) + "\n{\"queue\":\"mail\",\"d");
                String line;
                do {
                    line = in.readLine();
                } while (!line.contains("talk-" + i));
                assertThat(line).isEqualTo("{\"status\":201,\"id\":\"talk-" + i + "\"}");
            }
            chunk(out, "elay\":\"1h\"}\n");
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            assertThat(in.lines().collect(Collectors.joining())).endsWith("0").contains("generated-");
        }
    }

    @Test
    void tellsWhichLinesTheStoreDidNotTake() {
        List<JsonNode> down = bulk(job("down-1"), "x", job("down-2"));
        List<JsonNode> unknown = bulk(job("unknown-1"));
        List<JsonNode> broken = bulk(job("broken-1"), "[]");

        assertThat(down).extracting(answer -> answer.path("status").asInt()).containsExactly(503, 400, 503);
        assertThat(down).extracting(answer -> answer.path("id").asText()).containsExactly("down-1", "", "down-2");
        assertThat(unknown.get(0).path("status").asInt()).isEqualTo(504);
        assertThat(broken).extracting(answer -> answer.path("status").asInt()).containsExactly(500, 422);
        assertThat(broken.get(0).toString()).doesNotContain("secret");
    }

    @Test
    void keepsWhatCameBeforeTheStreamBrokeOff() throws IOException {
        try (Socket socket = open("")) {
            chunk(socket.getOutputStream(), job("before-1") + "\n" + job("half").substring(0, 20));
        }

        Await.await("the line that came whole")
                .until(() -> STORE.find(new JobId("before-1")).isPresent());
        assertThat(STORE.find(new JobId("half"))).isEmpty();
        assertThat(http.get("/v1/jobs/before-1").status()).isEqualTo(200);
    }

    @Test
    void endsWithAProblemWhenTheSenderFallsSilentInALine() throws IOException {
        try (Socket socket = open("Connection: close\r\n")) {
            chunk(socket.getOutputStream(), job("slow-1") + "\n{");
            String answer = reader(socket).lines().collect(Collectors.joining("\n"));
            assertThat(answer).contains("{\"status\":201,\"id\":\"slow-1\"}").contains("\"status\":408");
        }
    }

    @Test
    void endsWithAProblemWhenALineHasNoEnd() throws IOException {
        String lines = job("endless-1") + "\n" + " ".repeat(8_000_000) + "\n" + job("endless-2") + "\n";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(lines.getBytes(StandardCharsets.UTF_8));
        }

        String answer = http.exchange(
                        "POST",
                        "/v1/jobs/bulk",
                        BodyPublishers.ofByteArray(packed.toByteArray()),
                        "Content-Type",
                        "application/x-ndjson",
                        "Content-Encoding",
                        "gzip")
                .body();

        assertThat(answer.lines().map(BulkTest::json))
                .extracting(line -> line.path("status").asInt())
                .containsExactly(201, 413);
    }

    @Test
    void readsNothingOfAnotherType() {
        var answer = http.exchange(
                "POST", "/v1/jobs/bulk", BodyPublishers.ofString(job("typed")), "Content-Type", "application/json");

        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.json().path("detail").asText()).contains("application/x-ndjson");
    }

    @Test
    void answersNothingToNothing() {
        assertThat(bulk()).isEmpty();
        assertThat(bulk("", "\r", " ")).isEmpty();
    }

    private static List<JsonNode> bulk(String... lines) {
        try (var answer = http.postLines("/v1/jobs/bulk", Stream.of(lines))) {
            assertThat(answer.status()).isEqualTo(200);
            return answer.lines().map(BulkTest::json).toList();
        }
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException notJson) {
            throw new AssertionError(line, notJson);
        }
    }

    private static String job(String id) {
        return "{\"id\":\"" + id + "\",\"queue\":\"mail\",\"delay\":\"1h\"}";
    }

    private static Socket open(String headers) throws IOException {
        Socket socket = RawHttp.open(server.port());
        socket.getOutputStream()
                .write(("POST /v1/jobs/bulk HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n" + headers
                                + "Transfer-Encoding: chunked\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void chunk(OutputStream out, String text) throws IOException {
        out.write((Integer.toHexString(text.length()) + "\r\n" + text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }
}
