package dev.punctual.functional;

import static dev.punctual.functional.RunningService.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
class ProblemsTest {

    private final RunningService service = Notifications.ON.service();
    private final Http http = service.http();

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/jobs/none, 404",
        "GET, /v1/nothing, 404",
        "GET, /v1, 404",
        "GET, /v1/jobs/a%2Fb, 400",
        "GET, /v1/jobs/a;b, 400",
        "GET, /v1/jobs/a%20b, 422",
        "GET, /v1/jobs/%C3%A9, 422",
        "PUT, /v1/jobs, 405",
        "DELETE, /v1/stats, 405",
        "POST, /v1/fires, 405",
        "POST, /v1/jobs/none, 405",
        "POST, /v1/jobs, 400",
        "PATCH, /v1/jobs/none, 400",
        "POST, /v1/jobs/none/fire, 404",
        "DELETE, /v1/jobs/none, 404",
        "GET, /v1/stats?x=1, 422",
    })
    void answersEveryRefusalWithAProblem(String method, String path, int status) {
        assertProblem(http.exchange(method, path, BodyPublishers.noBody()), status);
    }

    @Test
    void namesEachFieldAtFault() {
        Answer answer = http.post("/v1/jobs", json("{'id':'a b','dely':'1s','queue':7,'name':''}"));
        assertProblem(answer, 422);
        assertThat(answer.json().path("errors"))
                .extracting(error -> error.path("field").asText())
                .contains("id", "dely", "queue", "name", "at");
        assertThat(answer.json().path("errors"))
                .allSatisfy(error -> assertThat(error.path("message").asText()).isNotEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "nonsense",
                "{'delay':'1s'",
                "{delay:'1s'}",
                "{'delay':1s}",
                "[1,]",
                "{'delay':NaN}"
            })
    void answersWhatIsNotJsonWith400(String body) {
        assertProblem(http.post("/v1/jobs", json(body)), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "'text'", "null", "true"})
    void answersJsonThatIsNoObjectWith422(String body) {
        assertProblem(http.post("/v1/jobs", json(body)), 422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "application/xml", "application/x-ndjson"})
    void refusesABodyOfAnotherType(String type) {
        assertProblem(http.post("/v1/jobs", json("{'delay':'1h'}"), "Content-Type", type), 415);
    }

    @Test
    void refusesToAnswerInAnotherTypeThanJson() {
        assertProblem(http.get("/v1/stats", "Accept", "text/html"), 406);
    }

    @Test
    void keepsASaneRequestIdAndGivesOneElsewhere() {
        assertThat(http.get("/v1/stats", "X-Request-Id", "abc-1").header("X-Request-Id"))
                .isEqualTo("abc-1");
        assertThat(http.get("/v1/stats", "X-Request-Id", "a b<script>").header("X-Request-Id"))
                .matches("[0-9a-f]{16}");
        assertThat(http.get("/v1/stats").header("X-Request-Id"))
                .matches("[0-9a-f]{16}")
                .isNotEqualTo(http.get("/v1/stats").header("X-Request-Id"));
        assertThat(http.get("/").header("X-Request-Id")).matches("[0-9a-f]{16}");
        assertThat(http.get("/openapi.json").header("X-Request-Id")).matches("[0-9a-f]{16}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/jobs/% HTTP/1.1\r\nHost: x",
                "GET /v1/jobs/%zz HTTP/1.1\r\nHost: x",
                "GET /v1/jobs/\u0001 HTTP/1.1\r\nHost: x",
                "GET /v1/stats HTTP/1.1\r\nHost: x\r\nHost: y",
                "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2"
            })
    void answersWhatIsNoProperHttpWithAProblemToo(String head) throws Exception {
        assertThat(rawly(head))
                .startsWith("HTTP/1.1 4")
                .containsIgnoringCase("X-Request-Id: ")
                .contains("application/problem+json", "\"title\":");
    }

    @Test
    void answersAHeadThatIsTooLargeWithAProblem() throws Exception {
        assertThat(rawly("GET /v1/stats HTTP/1.1\r\nHost: x\r\nX-Long: " + "x".repeat(20_000)))
                .startsWith("HTTP/1.1 431")
                .contains("application/problem+json");
    }

    private String rawly(String head) throws Exception {
        URI api = service.process().api();
        try (Socket socket = new Socket(api.getHost(), api.getPort())) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write((head + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.header("X-Request-Id")).isNotEmpty();
        JsonNode problem = answer.json();
        assertThat(problem.path("type").isTextual()).isTrue();
        assertThat(problem.path("title").asText()).isNotEmpty();
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText()).isNotEmpty();
        assertThat(problem.path("errors").isArray()).isTrue();
    }
}
