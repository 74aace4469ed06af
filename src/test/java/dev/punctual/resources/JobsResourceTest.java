package dev.punctual.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.api.Limits;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
final class JobsResourceTest {

    private static final InMemoryJobStore STORE = new InMemoryJobStore();

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        server = ApiServer.start(STORE, Limits.DEFAULT, false);
        http = server.http();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void storesAJobAndSaysWhereItIs() {
        Answer answer = http.post(
                "/v1/jobs",
                "{\"id\":\"stored\",\"queue\":\"mail\",\"name\":\"welcome\",\"delay\":\"90s\",\"payload\":{\"a\" : 1.0}}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).endsWith("/v1/jobs/stored");
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Content-Length")).isNotEmpty();
        assertThat(answer.body()).contains("\"payload\":{\"a\" : 1.0},");
        JsonNode job = answer.json();
        assertThat(job.fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "queue",
                        "name",
                        "delay",
                        "payload",
                        "retry",
                        "deadline",
                        "state",
                        "dueAt",
                        "createdAt",
                        "updatedAt",
                        "generation",
                        "attempt",
                        "lastFire",
                        "lastError");
        assertThat(job.path("delay").asText()).isEqualTo("90s");
        assertThat(job.path("dueAt").asText()).matches("....-..-..T..:..:..[.]...Z");
        assertThat(http.get("/v1/jobs/stored")
                        .json()
                        .path("timeline")
                        .path(0)
                        .path("event")
                        .asText())
                .isEqualTo("scheduled");
    }

    @Test
    void makesAnIdWhereNoneIsSent() {
        Answer answer = http.post("/v1/jobs", "{\"at\":\"2030-01-01T01:00:00.0001+01:00\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().path("id").asText()).startsWith("generated-");
        assertThat(answer.json().path("at").asText()).isEqualTo("2030-01-01T00:00:00.001Z");
        assertThat(answer.json().has("delay")).isFalse();
        assertThat(answer.json().path("queue").asText()).isEqualTo("default");
    }

    @Test
    void takesTheSameJobTwiceAndRefusesAnotherOfItsId() {
        String same = "{\"id\":\"same\",\"delay\":\"1h\",\"payload\":1}";

        assertThat(http.post("/v1/jobs", same).status()).isEqualTo(201);
        assertThat(http.post("/v1/jobs", same).status()).isEqualTo(200);
        Answer other = http.post("/v1/jobs", same.replace("1}", "2}"));
        assertProblem(other, 409);
        assertThat(other.json().path("state").asText()).isEqualTo("scheduled");
    }

    @Test
    void putsUnderThePreconditionThatIsAskedFor() {
        assertThat(http.put("/v1/jobs/put", "{\"delay\":\"1h\"}", "If-None-Match", "*")
                        .status())
                .isEqualTo(201);
        assertProblem(http.put("/v1/jobs/put", "{\"delay\":\"1h\"}", "If-None-Match", "*"), 412);
        Answer replaced = http.put("/v1/jobs/put", "{\"id\":\"put\",\"delay\":\"2h\"}", "If-Match", "\"1\"");
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.header("ETag")).isEqualTo("\"2\"");
        for (String stale : List.of("\"1\"", "\"x\"", "\"0\"", "\"99999999999999999999\"", "\"\"")) {
            assertProblem(http.put("/v1/jobs/put", "{\"delay\":\"1h\"}", "If-Match", stale), 412);
        }
        for (String wrong : List.of("2", "*", "W/\"2\"", "\"1\", \"2\"")) {
            assertProblem(http.put("/v1/jobs/put", "{\"delay\":\"1h\"}", "If-Match", wrong), 400);
        }
        assertProblem(http.put("/v1/jobs/put", "{\"delay\":\"1h\"}", "If-None-Match", "\"2\""), 400);
        assertProblem(http.put("/v1/jobs/put", "{\"delay\":\"1h\"}", "If-Match", "\"2\"", "If-None-Match", "*"), 400);
        assertFault(http.put("/v1/jobs/put", "{\"id\":\"another\",\"delay\":\"1h\"}"), "id");
    }

    @Test
    void patchesAndSaysSoWhenItIsTooLate() {
        http.post("/v1/jobs", "{\"id\":\"patched\",\"name\":\"n\",\"delay\":\"1h\",\"payload\":{\"a\":1}}");

        Answer patched = http.patch(
                "/v1/jobs/patched",
                "{\"name\":null,\"payload\":[1 ,2],\"at\":\"2040-01-01T00:00:00Z\"}",
                "Content-Type",
                "application/merge-patch+json");

        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.json().path("name").isNull()).isTrue();
        assertThat(patched.body()).contains("\"payload\":[1 ,2],");
        assertThat(patched.json().path("generation").asInt()).isEqualTo(2);
        assertFault(http.patch("/v1/jobs/patched", "{\"at\":null}"), "at");
        assertFault(http.patch("/v1/jobs/patched", "{\"queue\":\"x\"}"), "queue");
        assertFault(http.patch("/v1/jobs/patched", "{\"at\":\"2040-01-01T00:00:00Z\",\"delay\":\"1s\"}"), "delay");
        STORE.move(new JobId("patched"), JobState.RUNNING);
        Answer late = http.patch("/v1/jobs/patched", "{}");
        assertProblem(late, 409);
        assertThat(late.json().path("state").asText()).isEqualTo("running");
        assertProblem(http.put("/v1/jobs/patched", "{\"delay\":\"1s\"}"), 409);
        assertProblem(http.patch("/v1/jobs/nobody", "{}"), 404);
    }

    @Test
    void cancelsAndFires() {
        http.post("/v1/jobs", "{\"id\":\"fired\",\"delay\":\"1h\"}");
        http.post("/v1/jobs", "{\"id\":\"cancelled\",\"delay\":\"1h\"}");

        assertThat(http.exchange("POST", "/v1/jobs/fired/fire", BodyPublishers.noBody())
                        .status())
                .isEqualTo(202);
        Answer cancelled = http.delete("/v1/jobs/cancelled");
        assertThat(cancelled.status()).isEqualTo(204);
        assertThat(cancelled.body()).isEmpty();
        assertThat(http.delete("/v1/jobs/cancelled").status()).isEqualTo(204);
        Answer late = http.exchange("POST", "/v1/jobs/cancelled/fire", BodyPublishers.noBody());
        assertProblem(late, 409);
        assertThat(late.json().path("state").asText()).isEqualTo("cancelled");
        assertProblem(http.delete("/v1/jobs/nobody"), 404);
        assertProblem(http.get("/v1/jobs/nobody"), 404);
    }

    @Test
    void refusesAPreconditionWhereItIsNotLookedAt() {
        http.post("/v1/jobs", "{\"id\":\"guarded\",\"delay\":\"1h\"}");

        assertProblem(http.delete("/v1/jobs/guarded", "If-Match", "\"7\""), 400);
        assertProblem(http.patch("/v1/jobs/guarded", "{}", "If-Match", "\"7\""), 400);
        assertThat(http.get("/v1/jobs/guarded").json().path("state").asText()).isEqualTo("scheduled");
    }

    @Test
    void listsInPagesAndNamesWhatItDoesNotKnow() {
        for (int i = 0; i < 3; i++) {
            http.post("/v1/jobs", "{\"id\":\"list-" + i + "\",\"queue\":\"listed\",\"delay\":\"1h\"}");
        }

        JsonNode first =
                http.get("/v1/jobs?queue=listed&limit=2&state=scheduled").json();
        assertThat(first.path("items")).hasSize(2);
        JsonNode second = http.get("/v1/jobs?queue=listed&limit=2&cursor="
                        + first.path("next").asText().replace("@", "%40"))
                .json();
        assertThat(second.path("items")).hasSize(1);
        assertThat(second.path("next").isNull()).isTrue();
        assertFault(http.get("/v1/jobs?limit=0"), "limit");
        assertFault(http.get("/v1/jobs?limit=1001"), "limit");
        assertFault(http.get("/v1/jobs?limit="), "limit");
        assertFault(http.get("/v1/jobs?cursor=x"), "cursor");
        assertFault(http.get("/v1/jobs?status=dead"), "status");
        assertFault(http.get("/v1/jobs?state=dead&state=running"), "state");
        assertFault(http.get("/v1/jobs?queue=a%20b"), "queue");
        Answer unknown = http.get("/v1/jobs?state=Dead&limit=x");
        assertFault(unknown, "state");
        assertThat(unknown.json().path("errors")).hasSize(2);
        assertThat(unknown.body()).contains("scheduled, running, delivered, dead, cancelled");
        assertFault(http.get("/v1/jobs/list-0?verbose=1"), "verbose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bulk", "a:b", "~", "...", "-", "x_", "fire"})
    void servesEveryIdByEveryMethod(String id) {
        assertThat(http.put("/v1/jobs/" + id, "{\"delay\":\"1h\"}").status()).isEqualTo(201);
        assertThat(http.get("/v1/jobs/" + id).json().path("id").asText()).isEqualTo(id);
        assertThat(http.patch("/v1/jobs/" + id, "{\"name\":\"n\"}").status()).isEqualTo(200);
        assertThat(http.exchange("POST", "/v1/jobs/" + id + "/fire", BodyPublishers.noBody())
                        .status())
                .isEqualTo(202);
        assertThat(http.delete("/v1/jobs/" + id).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a%2Fb", "a%252Fb", "..", ".", "%2e%2e", "%20", "%C3%A9", "*", "%7Bx%7D", "a%0Ab", "a;b=1", "a%3Bb",
                "%00", "%FF", "a//b", "a%5Cb", "%zz", "%"
            })
    void refusesAPathThatIsNoIdWithAProblem(String id) throws Exception {
        String answer = RawHttp.exchange(
                server.port(), "GET /v1/jobs/" + id + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(answer).matches("(?s)HTTP/1.1 (400|404|422) .*");
        assertThat(answer).containsIgnoringCase("content-type: application/problem+json");
        assertThat(answer).containsIgnoringCase("x-request-id: ");
    }

    @Test
    void refusesAnIdOfFourKilobytes() {
        assertFault(http.get("/v1/jobs/" + "i".repeat(4096)), "id");
        assertFault(http.post("/v1/jobs", "{\"delay\":\"1h\",\"id\":\"" + "i".repeat(4096) + "\"}"), "id");
    }

    @Test
    void answersWithTheIdOfTheRequest() {
        assertThat(http.get("/v1/jobs", "X-Request-Id", "abc-1").header("X-Request-Id"))
                .isEqualTo("abc-1");
        assertThat(http.get("/v1/jobs/nobody", "X-Request-Id", "a b").header("X-Request-Id"))
                .matches("[0-9a-f]{16}");
        assertThat(http.get("/nothing").header("X-Request-Id")).matches("[0-9a-f]{16}");
        assertThat(http.delete("/v1/jobs/nobody").header("X-Request-Id")).matches("[0-9a-f]{16}");
    }

    @Test
    void answersWhatTheContainerRefusesWithProblems() throws Exception {
        assertProblem(http.get("/nothing"), 404);
        Answer method =
                http.exchange("POST", "/v1/jobs/x", BodyPublishers.ofString("{}"), "Content-Type", "application/json");
        assertProblem(method, 405);
        assertThat(method.header("Allow")).contains("PUT").contains("PATCH");
        assertProblem(http.exchange("BREW", "/v1/jobs", BodyPublishers.noBody()), 405);
        assertProblem(http.get("/v1/jobs", "Accept", "text/html"), 406);
        String longHeader =
                RawHttp.exchange(server.port(), "GET / HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
        assertThat(longHeader).contains(" 431 ").containsIgnoringCase("application/problem+json");
        String garbage = RawHttp.exchange(server.port(), "gar bage\r\n\r\n");
        assertThat(garbage).containsPattern(" (400|505) ").containsIgnoringCase("x-request-id");
    }

    private static void assertFault(Answer answer, String field) {
        assertProblem(answer, 422);
        assertThat(answer.json().path("errors").findValuesAsText("field")).contains(field);
    }

    private static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        JsonNode problem = answer.json();
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("detail").asText()).isNotBlank();
        assertThat(problem.path("type").asText()).isNotBlank();
        assertThat(answer.header("X-Request-Id")).isNotBlank();
    }
}
