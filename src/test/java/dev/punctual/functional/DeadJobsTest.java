package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dead jobs: listed, replayed and removed, one by one and many at a time. */
@Tag("functional")
class DeadJobsTest {

    private static RunningService service;

    private final String queue = fresh("dying");

    @BeforeAll
    static void start() {
        service = RunningService.start(builder -> builder.env("PUNCTUAL_SWEEP_INTERVAL", "60s"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void replaysADeadJobWithAllItsAttempts() {
        letDie("a", 1);
        String id = queue + "-a-0";
        JsonNode dead = service.job(id);
        assertThat(dead.path("attempt").asInt()).isEqualTo(1);
        mend();

        Answer answer = service.http().post("/v1/jobs/" + id + "/replay", "");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("ETag")).isEqualTo("\"2\"");
        // It may have fired before the answer was made.
        assertThat(answer.json().path("state").asText()).isIn("scheduled", "delivered");

        JsonNode job = service.awaitState(id, "delivered");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        assertThat(job.path("lastError").isNull()).isTrue();
        assertThat(job.path("timeline").findValuesAsText("event")).contains("dead", "replayed", "delivered");
        assertThat(service.arrivedIds(queue)).containsExactly(id);
        assertThat(service.counts(queue)).containsEntry("dead", 0).containsEntry("delivered", 1);
        assertThat(service.redis().cli("ZSCORE", service.key("dead"), id)).isNull();
    }

    @Test
    void replaysOnlyWhatIsDead() {
        String id = queue + "-waits";
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'1h'}");
        Answer waits = service.http().post("/v1/jobs/" + id + "/replay", "");
        assertThat(waits.status()).isEqualTo(409);
        assertThat(waits.json().path("state").asText()).isEqualTo("scheduled");
        assertThat(service.http().delete("/v1/dead/" + id).status()).isEqualTo(409);
        assertThat(service.http().post("/v1/jobs/none-" + id + "/replay", "").status())
                .isEqualTo(404);
        assertThat(service.http().delete("/v1/dead/none-" + id).status()).isEqualTo(404);
        assertThat(service.job(id).path("generation").asInt()).isEqualTo(1);
    }

    @Test
    void listsTheDeadOfAQueueWithTheirReasonsPageByPage() {
        letDie("a", 25);
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = service.http()
                    .get("/v1/dead?queue=" + queue + "&limit=10" + (cursor == null ? "" : "&cursor=" + cursor))
                    .json();
            page.path("items").forEach(job -> {
                ids.add(job.path("id").asText());
                assertThat(job.path("state").asText()).isEqualTo("dead");
                assertThat(job.path("lastError").asText()).startsWith("WRONGTYPE");
            });
            cursor = page.path("next").textValue();
        } while (cursor != null);
        assertThat(ids).hasSize(25).doesNotHaveDuplicates();
        assertThat(service.http()
                        .get("/v1/dead?queue=" + queue + "&reason=WRONGTYPE")
                        .json()
                        .path("items"))
                .hasSize(25);
        assertThat(service.http()
                        .get("/v1/dead?queue=" + queue + "&reason=deadline")
                        .json()
                        .path("items"))
                .isEmpty();
        assertThat(service.http()
                        .get("/v1/jobs?state=dead&queue=" + queue)
                        .json()
                        .path("items"))
                .hasSize(25);
    }

    @Test
    void replaysTheDeadOfOneQueueInBoundedCalls() {
        letDie("a", 70);
        String other = fresh("other");
        new Dying(other).die("b", 3);
        mend();
        int replayed = 0;
        int calls = 0;
        String cursor = null;
        do {
            String rest = cursor == null ? "" : ",'cursor':'" + cursor + "'";
            Answer answer =
                    service.http().post("/v1/dead/replay", json("{'queue':'" + queue + "','limit':30" + rest + "}"));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json().path("replayed").asInt()).isLessThanOrEqualTo(30);
            replayed += answer.json().path("replayed").asInt();
            cursor = answer.json().path("next").textValue();
            calls++;
        } while (cursor != null && calls < 20);
        assertThat(replayed).isEqualTo(70);
        service.awaitArrivals(queue, 70);
        assertThat(service.arrivedIds(queue)).hasSize(70).doesNotHaveDuplicates();
        assertThat(service.counts(other)).containsEntry("dead", 3);
        assertThat(service.http()
                        .post("/v1/dead/replay", json("{'queue':'" + queue + "'}"))
                        .body())
                .isEqualTo("{\"replayed\":0,\"next\":null}");
    }

    @Test
    void removesDeadJobsOneByOneAndByReason() {
        letDie("a", 5);
        assertThat(service.http().delete("/v1/dead/" + queue + "-a-0").status()).isEqualTo(204);
        assertThat(service.http().get("/v1/jobs/" + queue + "-a-0").status()).isEqualTo(404);
        assertThat(service.http()
                        .delete("/v1/dead?queue=" + queue + "&reason=deadline")
                        .body())
                .isEqualTo("{\"removed\":0,\"next\":null}");
        assertThat(service.counts(queue)).containsEntry("dead", 4);
        assertThat(service.http()
                        .delete("/v1/dead?queue=" + queue + "&reason=WRONGTYPE%20Op")
                        .body())
                .isEqualTo("{\"removed\":4,\"next\":null}");
        assertThat(service.counts(queue)).containsEntry("dead", 0);
        mend();
        service.schedule("{'id':'" + queue + "-a-0','queue':'" + queue + "','delay':'0s'}");
        assertThat(service.awaitState(queue + "-a-0", "delivered")
                        .path("generation")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void refusesAFilterThatItDoesNotUnderstand() {
        for (String wrong : List.of(
                "{'queue':'a b'}",
                "{'queues':'a'}",
                "{'limit':0}",
                "{'limit':1001}",
                "{'reason':''}",
                "{'cursor':1}",
                "[]")) {
            assertThat(service.http().post("/v1/dead/replay", json(wrong)).status())
                    .as(wrong)
                    .isEqualTo(422);
        }
        assertThat(service.http()
                        .post("/v1/dead/replay", json("{'cursor':'x'}"))
                        .json()
                        .at("/errors/0/field")
                        .asText())
                .isEqualTo("cursor");
        assertThat(service.http().delete("/v1/dead?queues=a").status()).isEqualTo(422);
        assertThat(service.http().delete("/v1/dead?cursor=x").status()).isEqualTo(422);
        assertThat(service.http().delete("/v1/dead?limit=0").status()).isEqualTo(422);
        assertThat(service.http()
                        .exchange(
                                "POST", "/v1/dead/replay", BodyPublishers.ofString("{}"), "Content-Type", "text/plain")
                        .status())
                .isEqualTo(415);
    }

    private void letDie(String name, int count) {
        new Dying(queue).die(name, count);
    }

    private void mend() {
        service.redis().cli("DEL", service.listOf(queue));
    }

    /** A queue whose list is none. */
    private record Dying(String queue) {

        void die(String name, int count) {
            service.redis().cli("SET", service.listOf(queue), "not a list");
            Stream<String> jobs = IntStream.range(0, count)
                    .mapToObj(i -> json("{'id':'" + queue + "-" + name + "-" + i + "','queue':'" + queue
                            + "','delay':'0s','retry':{'maxAttempts':1}}"));
            try (Lines answers = service.http().postLines("/v1/jobs/bulk", jobs)) {
                assertThat(answers.lines()).hasSize(count);
            }
            await("all are dead").until(() -> service.counts(queue).get("dead") >= count);
        }
    }
}
