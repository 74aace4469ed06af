package dev.punctual.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.api.Limits;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dead jobs over HTTP; what becomes of them in Redis is another matter. */
@Tag("functional")
final class DeadTest {

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
    void replaysOneAndSaysHowItStands() {
        die("one", "replayed");
        Answer answer = http.post("/v1/jobs/one/replay", "");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("ETag")).isNotEmpty();
        assertThat(answer.json().path("state").asText()).isEqualTo("scheduled");
        Answer again = http.post("/v1/jobs/one/replay", "");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.json().path("state").asText()).isEqualTo("scheduled");
        assertThat(http.post("/v1/jobs/nobody/replay", "").status()).isEqualTo(404);
        assertThat(http.post("/v1/jobs/a%20b/replay", "").status()).isEqualTo(422);
        assertThat(http.post("/v1/jobs/one/replay", "", "If-Match", "\"1\"").status())
                .isEqualTo(400);
    }

    @Test
    void meansAllOfThemWhereNothingIsSaidAndOneQueueWhereThatIs() {
        for (String id : List.of("a1", "a2", "a3")) {
            die(id, "several");
        }
        die("b1", "apart");
        assertThat(http.get("/v1/dead?queue=several&limit=2").json().path("items"))
                .hasSize(2);
        assertThat(http.post("/v1/dead/replay", "{\"queue\":\"several\",\"limit\":2}")
                        .body())
                .isEqualTo("{\"replayed\":2,\"next\":null}");
        assertThat(http.delete("/v1/dead?queue=several").body()).isEqualTo("{\"removed\":1,\"next\":null}");
        assertThat(http.delete("/v1/dead/b1").status()).isEqualTo(204);
        assertThat(http.delete("/v1/dead/b1").status()).isEqualTo(404);
        assertThat(http.delete("/v1/dead/a1").status()).isEqualTo(409);
    }

    @Test
    void namesEveryFieldOfAFilterThatIsAtFault() {
        JsonNode errors = http.post(
                        "/v1/dead/replay",
                        "{\"queue\":\"a b\",\"reason\":\"a\\u0000\",\"limit\":0,\"cursor\":null,\"more\":1}")
                .json()
                .path("errors");
        assertThat(errors.findValuesAsText("field")).containsExactly("more", "queue", "reason", "cursor", "limit");
        assertThat(http.get("/v1/dead?queue=a%20b&reason=&limit=1001")
                        .json()
                        .path("errors")
                        .findValuesAsText("field"))
                .containsExactly("queue", "reason", "limit");
        assertThat(http.delete("/v1/dead?id=a").status()).isEqualTo(422);
        assertThat(http.post("/v1/dead/replay?queue=a", "").status()).isEqualTo(422);
        assertThat(http.post("/v1/dead/replay", "[]").status()).isEqualTo(422);
        assertThat(http.post("/v1/dead/replay", "{").status()).isEqualTo(400);
    }

    private static void die(String id, String queue) {
        http.put("/v1/jobs/" + id, "{\"queue\":\"" + queue + "\",\"delay\":\"1h\"}");
        STORE.move(new JobId(id), JobState.DEAD);
    }
}
