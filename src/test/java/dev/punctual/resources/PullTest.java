package dev.punctual.resources;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.api.Limits;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.LeaseToken;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The calls of those who pull, over jobs that the test offers. */
@Tag("functional")
final class PullTest {

    private static final String PATH = "/v1/queues/work/lease";
    private static final AtomicLong CLAIMS = new AtomicLong();

    private final OfferedLeases leases = new OfferedLeases();
    private ApiServer server;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.start(new InMemoryJobStore(), leases, Limits.DEFAULT, true);
        http = server.http();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersWhatATargetGetsWithALeaseInFront() {
        LeaseToken token = offer("a:b~c", "{\"id\":\"a:b~c\",\"payload\":{\"x\" : 1.0}}");

        Answer answer = http.post(PATH, "{\"max\":10,\"wait\":\"1s\",\"lease\":\"PT30S\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.header("X-Request-Id")).isNotEmpty();
        assertThat(answer.body())
                .isEqualTo("{\"items\":[{\"leaseToken\":\"" + token.text()
                        + "\",\"leaseEndsAt\":\"2030-01-01T00:01:00.000Z\",\"id\":\"a:b~c\",\"payload\":{\"x\" : 1.0}}],"
                        + "\"next\":null}");
        assertThat(leases.said).containsExactly("poll work 10 PT1S PT30S");
    }

    @Test
    void needsNoBody() {
        LeaseToken token = offer("a", "{\"id\":\"a\"}");

        assertThat(http.post(PATH, "").json().at("/items/0/id").asText()).isEqualTo("a");
        assertThat(http.post("/v1/leases/" + token.text() + "/extend", "").status())
                .isEqualTo(200);
        assertThat(http.post("/v1/leases/" + token.text() + "/nack", "").status())
                .isEqualTo(204);
        assertThat(leases.said)
                .containsExactly(
                        "poll work 1 PT0S null", "extend null", "nack null its puller gave it back without a reason");
    }

    @Test
    void answersNothingAtOnceWhereNobodyWantsToWait() {
        assertThat(http.post(PATH, "{}").body()).isEqualTo("{\"items\":[],\"next\":null}");
    }

    @Test
    void waitsLongerThanAConnectionMayBeIdle() {
        long before = System.nanoTime();
        assertThat(http.post(PATH, "{\"wait\":\"5s\"}").json().path("items")).isEmpty();
        assertThat(System.nanoTime() - before).isGreaterThan(4_900_000_000L);
    }

    @Test
    void answersOneOfManyThatWaitWithoutAThreadForEach() {
        try (Sockets sockets = new Sockets()) {
            for (int i = 0; i < 200; i++) {
                sockets.send(request("{\"wait\":\"60s\"}"));
            }
            await("all wait").until(() -> leases.waiting() == 200);
            assertThat(http.get("/v1/queues").status()).isEqualTo(200);
            offer("a", "{\"id\":\"a\"}");
            await("one waits no more").until(() -> leases.waiting() == 199);
            assertThat(sockets.answered()).isEqualTo(1);
        }
        await("nobody waits for those who have gone").until(() -> leases.waiting() == 0);
    }

    @Test
    void releasesWhatComesToACallerWhoHasHungUp() throws IOException {
        Socket socket = RawHttp.open(server.port());
        write(socket, request("{\"wait\":\"60s\"}"));
        await("it waits").until(() -> leases.waiting() == 1);
        socket.close();
        await("it is abandoned").until(() -> leases.said.contains("abandoned"));
        assertThat(leases.waiting()).isZero();
    }

    @Test
    void answersACallerThatSendsItsNextRequestMeanwhile() throws IOException {
        try (Socket socket = RawHttp.open(server.port())) {
            write(socket, request("{\"wait\":\"60s\"}"));
            await("it waits").until(() -> leases.waiting() == 1);
            write(socket, "GET /v1/queues HTTP/1.1\r\nHost: x\r\n");
            write(socket, "Connection: close\r\n\r\n");
            offer("a", "{\"id\":\"a\"}");
            String answers = RawHttp.readAll(socket.getInputStream());
            assertThat(answers.indexOf("leaseToken")).isPositive().isLessThan(answers.indexOf("\"name\":\"mail\""));
            assertThat(answers).contains("HTTP/1.1 200").doesNotContain("HTTP/1.1 4");
        }
        assertThat(leases.said).doesNotContain("abandoned");
    }

    @Test
    void usesAConnectionForOnePollAfterTheOther() {
        for (int i = 0; i < 20; i++) {
            assertThat(http.post(PATH, "{\"wait\":\"20ms\"}").status()).isEqualTo(200);
            offer("a" + i, "{\"id\":\"a" + i + "\"}");
            assertThat(http.post(PATH, "{\"wait\":\"20ms\"}").json().path("items"))
                    .hasSize(1);
        }
        assertThat(leases.said).doesNotContain("abandoned");
    }

    @Test
    void answersThoseWhoWaitWhenTheServerStops() throws Exception {
        CompletableFuture<Answer> poll = CompletableFuture.supplyAsync(() -> http.post(PATH, "{\"wait\":\"60s\"}"));
        await("it waits").until(() -> leases.waiting() == 1);
        long before = System.nanoTime();
        server.close();
        assertThat(poll.get().status()).isEqualTo(200);
        assertThat(poll.get().json().path("items")).isEmpty();
        assertThat(System.nanoTime() - before).isLessThan(5_000_000_000L);
    }

    @Test
    void refusesAQueueThatIsNotPulled() {
        Answer list = http.post("/v1/queues/mail/lease", "{}");
        assertThat(list.status()).isEqualTo(409);
        assertThat(list.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(list.json().path("detail").asText())
                .isEqualTo("Queue 'mail' cannot be pulled: its target is list; the configuration would have to say"
                        + " 'target: pull'");
        assertThat(http.post("/v1/queues/nowhere/lease", "{}").status()).isEqualTo(404);
        assertThat(http.post("/v1/queues/a%20b/lease", "{}").status()).isEqualTo(422);
        assertThat(http.get(PATH).status()).isEqualTo(405);
        assertThat(leases.said).isEmpty();
    }

    @Test
    void namesEveryFieldThatIsOutOfItsRange() {
        JsonNode errors = http.post(PATH, "{\"max\":257,\"wait\":\"61s\",\"lease\":\"999ms\",\"more\":1}")
                .json()
                .path("errors");
        assertThat(errors.findValuesAsText("field")).containsExactly("more", "max", "wait", "lease");
        assertThat(errors.findValuesAsText("message"))
                .contains("must be from 1 to 256", "must be from 0s to 1m", "must be from 1s to 12h");
        for (String wrong : List.of(
                "{\"max\":0}",
                "{\"max\":\"1\"}",
                "{\"max\":1.0}",
                "{\"max\":null}",
                "{\"max\":99999999999}",
                "{\"wait\":1}",
                "{\"wait\":\"-1s\"}",
                "{\"lease\":\"13h\"}",
                "{\"max\":1,\"max\":2}",
                "[]")) {
            assertThat(http.post(PATH, wrong).status()).as(wrong).isEqualTo(422);
        }
        assertThat(http.post(PATH, "{").status()).isEqualTo(400);
        assertThat(http.post(PATH, "{}", "Content-Type", "text/plain").status()).isEqualTo(415);
        assertThat(leases.said).isEmpty();
    }

    @Test
    void endsAndExtendsALeaseForItsOwnerOnly() {
        LeaseToken token = offer("a", "{\"id\":\"a\"}");
        String path = "/v1/leases/" + token.text();

        assertThat(http.post(path + "/extend", "{\"lease\":\"2m\"}").body())
                .isEqualTo("{\"leaseToken\":\"" + token.text() + "\",\"leaseEndsAt\":\"2030-01-01T00:03:00.000Z\"}");
        assertThat(http.post(path + "/ack", "").status()).isEqualTo(204);
        for (String end : List.of("/ack", "/nack", "/extend")) {
            Answer lost = http.post(path + end, "");
            assertThat(lost.status()).as(end).isEqualTo(410);
            assertThat(lost.json().path("detail").asText()).contains("'a'");
        }
        offer("b", "{\"id\":\"b\"}");
        LeaseToken other = offer("c", "{\"id\":\"c\"}");
        assertThat(http.post(
                                "/v1/leases/" + other.text() + "/nack",
                                "{\"delay\":\"30s\",\"reason\":\"printer is out of paper\"}")
                        .status())
                .isEqualTo(204);
        assertThat(leases.said).endsWith("nack PT30S printer is out of paper");
    }

    @Test
    void endsSeveralLeasesInOneCall() {
        LeaseToken a = offer("a", "{\"id\":\"a\"}");
        LeaseToken b = offer("b", "{\"id\":\"b\"}");
        http.post("/v1/leases/" + a.text() + "/ack", "");

        Answer answer = http.post("/v1/leases/ack", "{\"tokens\":[\"" + a.text() + "\", \"" + b.text() + "\"]}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"items\":[{\"leaseToken\":\"" + a.text() + "\",\"status\":410},{\"leaseToken\":\""
                        + b.text() + "\",\"status\":204}],\"next\":null}");
        for (String wrong : List.of(
                "{}",
                "{\"tokens\":[]}",
                "{\"tokens\":\"" + a.text() + "\"}",
                "{\"tokens\":[\"x\"]}",
                "{\"tokens\":[null]}",
                "{\"tokens\":[[\"" + a.text() + "\"]]}",
                "{\"tokens\":[" + "\"x\",".repeat(256) + "\"x\"]}")) {
            assertThat(http.post("/v1/leases/ack", wrong).status()).as(wrong).isEqualTo(422);
        }
        assertThat(http.post("/v1/leases/ack", "{\"tokens\":[\"" + a.text() + "\",7,\"x\"]}")
                        .json()
                        .path("errors")
                        .findValuesAsText("field"))
                .containsExactly("tokens[1]", "tokens[2]");
        assertThat(http.post("/v1/leases/ack", "{\"tokens\":[").status()).isEqualTo(400);
    }

    @Test
    void refusesWhatIsNoLeaseOrSaysTooMuchOfIt() {
        assertThat(http.post("/v1/leases/x/ack", "").status()).isEqualTo(422);
        assertThat(http.post("/v1/leases/1.1.1.%2F/ack", "").status()).isIn(400, 422);
        String path = "/v1/leases/" + offer("a", "{\"id\":\"a\"}").text();
        for (String wrong : List.of(
                "{\"reason\":\"\"}",
                "{\"reason\":\"a\\nb\"}",
                "{\"reason\":\"" + "x".repeat(513) + "\"}",
                "{\"reason\":null}",
                "{\"delay\":\"-1s\"}",
                "{\"delay\":\"3651d\"}",
                "{\"after\":\"1s\"}")) {
            assertThat(http.post(path + "/nack", wrong).status()).as(wrong).isEqualTo(422);
        }
        assertThat(http.post(path + "/extend", "{\"lease\":\"0s\"}").status()).isEqualTo(422);
        assertThat(http.get(path + "/ack").status()).isEqualTo(405);
        assertThat(leases.said).isEmpty();
    }

    private LeaseToken offer(String id, String body) {
        LeaseToken token = new LeaseToken(new JobId(id), new Generation(1), 1, CLAIMS.incrementAndGet());
        leases.offer(token, body);
        return token;
    }

    private static String request(String body) {
        return "POST " + PATH + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    /** Connections that stay open until the test ends. */
    private final class Sockets implements AutoCloseable {

        private final List<Socket> open = new ArrayList<>();

        void send(String request) {
            try {
                Socket socket = RawHttp.open(server.port());
                open.add(socket);
                write(socket, request);
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }

        /** How many have an answer, awaited for one. */
        long answered() {
            await("one is answered").until(() -> open.stream().anyMatch(Sockets::isAnswered));
            return open.stream().filter(Sockets::isAnswered).count();
        }

        private static boolean isAnswered(Socket socket) {
            try {
                return socket.getInputStream().available() > 0;
            } catch (IOException closed) {
                return false;
            }
        }

        @Override
        public void close() {
            for (Socket socket : open) {
                try {
                    socket.close();
                } catch (IOException failed) {
                    throw new AssertionError(failed);
                }
            }
        }
    }
}
