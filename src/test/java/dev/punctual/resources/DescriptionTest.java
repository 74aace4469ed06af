package dev.punctual.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.api.Limits;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is neither a job nor a body: numbers, queues, fires, and the pages that describe the API. */
@Tag("functional")
final class DescriptionTest {

    private static final InMemoryJobStore STORE = new InMemoryJobStore();

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        server = ApiServer.start(STORE, Limits.DEFAULT, true);
        http = server.http();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void answersTheStateOfTheService() {
        assertThat(http.get("/v1/stats").body())
                .isEqualTo(
                        "{\"instances\":[{\"name\":\"one\",\"seenAt\":\"2030-01-01T00:00:00.007Z\"}],"
                                + "\"jobs\":{\"scheduled\":5,\"overdue\":1,\"running\":2,\"dead\":3,\"oldestOverdueMs\":250,"
                                + "\"parked\":7,\"oldestParkedMs\":900},"
                                + "\"fires\":{\"fast\":10,\"sweep\":3,\"bySweepCause\":"
                                + "{\"late\":1,\"lost\":2,\"saturated\":0,\"catch_up\":0,\"lease_lapsed\":0}},"
                                + "\"lagMs\":{\"fast\":{\"count\":10,\"p50\":1.0,\"p90\":2.0,\"p99\":3.0,\"p999\":4.0,\"max\":5.0},"
                                + "\"sweep\":{\"count\":0,\"p50\":0.0,\"p90\":0.0,\"p99\":0.0,\"p999\":0.0,\"max\":0.0}},"
                                + "\"notifications\":{\"state\":\"on\",\"probeLagMs\":1.5,\"received\":7,\"foreign\":2},"
                                + "\"nudge\":{\"enabled\":true,\"sent\":9},\"sweepAgeMs\":1200,"
                                + "\"redis\":{\"version\":\"7.0.15\",\"mode\":\"standalone\",\"latencyMs\":0.25,\"clockSkewMs\":-3.0}}");
    }

    @Test
    void answersQueuesWithTheirCounts() {
        JsonNode mail = http.get("/v1/queues").json().path("items").path(0);

        assertThat(mail)
                .hasToString("{\"name\":\"mail\",\"target\":\"list\",\"jobs\":{\"scheduled\":5,\"running\":0,"
                        + "\"delivered\":0,\"dead\":0,\"cancelled\":0},\"oldestDue\":\"2030-01-01T00:00:00.007Z\","
                        + "\"paused\":false}");
        assertThat(http.get("/v1/queues/mail").json()).isEqualTo(mail);
        assertThat(http.get("/v1/queues/nowhere").status()).isEqualTo(404);
        assertThat(http.get("/v1/queues/a%20b").status()).isEqualTo(422);
    }

    @Test
    void pausesAndResumesAQueue() {
        assertThat(http.put("/v1/queues/mail/pause", "").status()).isEqualTo(204);
        assertThat(http.get("/v1/queues/mail").json().path("paused").asBoolean())
                .isTrue();
        assertThat(http.delete("/v1/queues/mail/pause").status()).isEqualTo(204);
        assertThat(http.get("/v1/queues/mail").json().path("paused").asBoolean())
                .isFalse();
        assertThat(http.put("/v1/queues/nowhere/pause", "").status()).isEqualTo(404);
        assertThat(http.delete("/v1/queues/nowhere/pause").status()).isEqualTo(404);
        assertThat(http.put("/v1/queues/a%20b/pause", "").status()).isEqualTo(422);
    }

    @Test
    void answersFiresNewestFirst() {
        Answer fires = http.get("/v1/fires?limit=1000&path=sweep&queue=mail");

        assertThat(fires.json().path("next").asText()).isEqualTo("next");
        assertThat(fires.json().path("items").path(0))
                .hasToString("{\"id\":\"a\",\"queue\":\"mail\",\"name\":null,\"path\":\"sweep\",\"cause\":\"catch_up\","
                        + "\"dueAt\":\"2029-12-31T23:59:59.977Z\",\"firedAt\":\"2030-01-01T00:00:00.007Z\",\"lagMs\":30,"
                        + "\"attempt\":1,\"generation\":2,\"instance\":\"one\",\"outcome\":\"delivered\"}");
        assertThat(http.get("/v1/fires?path=slow")
                        .json()
                        .path("errors")
                        .path(0)
                        .path("field")
                        .asText())
                .isEqualTo("path");
        assertThat(http.get("/v1/fires?cursor=x")
                        .json()
                        .path("errors")
                        .path(0)
                        .path("field")
                        .asText())
                .isEqualTo("cursor");
    }

    @Test
    void refusesAQueueThatIsNotConfigured() {
        Answer refused = http.post("/v1/jobs", "{\"queue\":\"nowhere\",\"delay\":\"1h\"}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("errors").path(0).path("field").asText()).isEqualTo("queue");
    }

    @Test
    void describesItselfWithoutAnyOtherHost() {
        assertThat(http.get("/openapi.json").json().path("openapi").asText()).startsWith("3.");
        Answer page = http.get("/docs");
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.body()).contains("<base href=\"/\">").doesNotContain("http");
        for (String file : new String[] {"swagger-ui.css", "swagger-ui-bundle.js", "start.js", "favicon-32x32.png"}) {
            assertThat(http.get("/docs/" + file).status()).as(file).isEqualTo(200);
        }
        assertThat(http.get("/docs/swagger-ui-bundle.js").header("Content-Type"))
                .startsWith("text/javascript");
        assertThat(http.get("/docs/index.css").status()).isEqualTo(404);
        assertThat(http.get("/docs/..%5copenapi.json").status()).isIn(400, 404);
    }

    @Test
    void describesTheStatusOfWhatItAnswers() {
        JsonNode paths = http.get("/openapi.json").json().path("paths");
        http.put("/v1/jobs/done", "{\"queue\":\"mail\",\"delay\":\"1h\"}");
        STORE.move(new JobId("done"), JobState.DELIVERED);
        String job = "{\"queue\":\"mail\",\"delay\":\"1h\"}";

        described(paths, "/v1/jobs", "post", http.post("/v1/jobs", job), http.post("/v1/jobs", "x"));
        described(
                paths,
                "/v1/jobs/{id}",
                "put",
                http.put("/v1/jobs/d", job),
                http.put("/v1/jobs/d", job),
                http.put("/v1/jobs/d", job, "If-None-Match", "*"));
        described(paths, "/v1/jobs/{id}", "patch", http.patch("/v1/jobs/done", "{}"), http.patch("/v1/jobs/no", "{}"));
        described(paths, "/v1/jobs/{id}", "delete", http.delete("/v1/jobs/done"), http.delete("/v1/jobs/d"));
        described(paths, "/v1/jobs/{id}/fire", "post", http.post("/v1/jobs/no/fire", ""));
        described(paths, "/v1/jobs/{id}/replay", "post", http.post("/v1/jobs/done/replay", ""));
        described(paths, "/v1/dead", "get", http.get("/v1/dead"), http.get("/v1/dead?cursor=x"));
        described(paths, "/v1/dead", "delete", http.delete("/v1/dead"), http.delete("/v1/dead?x=1"));
        described(paths, "/v1/dead/{id}", "delete", http.delete("/v1/dead/done"), http.delete("/v1/dead/no"));
        described(
                paths, "/v1/dead/replay", "post", http.post("/v1/dead/replay", ""), http.post("/v1/dead/replay", "["));
        described(
                paths,
                "/v1/queues/{name}/pause",
                "put",
                http.put("/v1/queues/mail/pause", ""),
                http.put("/v1/queues/nowhere/pause", ""));
        described(paths, "/v1/queues/{name}/pause", "delete", http.delete("/v1/queues/mail/pause"));
        described(
                paths,
                "/v1/queues/{name}/lease",
                "post",
                http.post("/v1/queues/work/lease", "{}"),
                http.post("/v1/queues/mail/lease", "{}"),
                http.post("/v1/queues/nowhere/lease", "{}"),
                http.post("/v1/queues/work/lease", "{}", "Content-Type", "text/plain"));
        described(
                paths,
                "/v1/leases/ack",
                "post",
                http.post("/v1/leases/ack", "{\"tokens\":[\"1.1.1.a\"]}"),
                http.post("/v1/leases/ack", "{}"));
        for (String end : new String[] {"ack", "nack", "extend"}) {
            described(
                    paths,
                    "/v1/leases/{token}/" + end,
                    "post",
                    http.post("/v1/leases/1.1.1.a/" + end, ""),
                    http.post("/v1/leases/a/" + end, ""));
        }
        described(paths, "/v1/jobs", "get", http.get("/v1/jobs"), http.get("/v1/jobs?x=1"));
    }

    private static void described(JsonNode paths, String path, String method, Answer... answers) {
        JsonNode responses = paths.path(path).path(method).path("responses");
        for (Answer answer : answers) {
            assertThat(responses.has(Integer.toString(answer.status())))
                    .as(method + " " + path + " " + answer.status())
                    .isTrue();
        }
    }
}
