package dev.punctual.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("functional")
class HttpTest {

    private HttpServer server;
    private Http http;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/echo", HttpTest::echo);
        server.createContext("/body", HttpTest::body);
        server.start();
        http = new Http(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void sendsJsonWithEveryMethod() {
        String json = "{\"queue\":\"close_order\"}";
        assertThat(http.post("/echo", json).json().at("/body/queue").asText()).isEqualTo("close_order");
        assertThat(http.put("/echo", json).json().path("method").asText()).isEqualTo("PUT");
        assertThat(http.patch("/echo", json).json().path("type").asText()).isEqualTo("application/json");
        assertThat(http.delete("/echo").json().path("method").asText()).isEqualTo("DELETE");
        assertThat(http.get("/echo?x=1").header("X-Query")).isEqualTo("x=1");
    }

    @Test
    void letsATestChooseTheType() {
        Answer answer = http.patch("/echo", "{}", "Content-Type", "application/merge-patch+json");
        assertThat(answer.json().path("type").asText()).isEqualTo("application/merge-patch+json");
    }

    @Test
    void streamsLinesInAndOut() {
        Stream<String> lines = IntStream.range(0, 100_000).mapToObj(i -> "{\"n\":" + i + "}");
        try (Lines answer = http.postLines("/body", lines)) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.lines()).hasSize(100_000).endsWith("{\"n\":99999}");
        }
    }

    @Test
    void showsABodyThatIsNotJson() {
        Answer answer = http.post("/body", "oops");
        assertThatThrownBy(answer::json).isInstanceOf(AssertionError.class).hasMessageContaining("oops");
    }

    @Test
    void tellsAClosedPortApart() {
        server.stop(0);
        assertThatThrownBy(() -> http.get("/echo")).isInstanceOf(UncheckedIOException.class);
    }

    private static void echo(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        String answer = "{\"method\":\"%s\",\"type\":\"%s\",\"body\":%s}"
                .formatted(exchange.getRequestMethod(), type, body.isEmpty() ? "null" : body);
        exchange.getResponseHeaders()
                .add("X-Query", String.valueOf(exchange.getRequestURI().getQuery()));
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    private static void body(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getRequestBody().transferTo(exchange.getResponseBody());
        exchange.close();
    }
}
