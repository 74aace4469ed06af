package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Queues with rules of their own, and jobs that their list refuses. */
@Tag("functional")
class QueueRulesTest {

    private static final String TORN_LIST = "torn:list";

    private static RunningService service;

    private final String id = fresh("rules");

    @BeforeAll
    static void start() {
        service = RunningService.start(
                builder -> builder.config(
                        ConfigCopy.with(
                                "unknownQueues: list",
                                "unknownQueues: reject",
                                "queues: {}",
                                """
                queues:
                  close: {target: list, key: 'orders:close'}
                  plain: {}
                  torn:
                    key: 'torn:list'
                    retry: {maxAttempts: 3, backoff: {type: fixed, initial: 300ms, jitter: 0}}
                """)));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void refusesAQueueThatIsNotNamed() {
        String job = json("{'id':'" + id + "','queue':'unknown','delay':'0s'}");
        assertUnknown(service.http().post("/v1/jobs", job));
        assertUnknown(service.http().put("/v1/jobs/" + id, job));
        assertUnknown(service.http().post("/v1/jobs", json("{'delay':'0s'}")));
        try (Lines answers = service.http()
                .postLines("/v1/jobs/bulk", Stream.of(job, json("{'queue':'plain','delay':'1h'}"), job))) {
            assertThat(answers.lines().map(RunningService::parse))
                    .extracting(answer -> answer.path("status").asInt())
                    .containsExactly(422, 201, 422);
        }
        assertThat(service.http().get("/v1/queues/unknown").status()).isEqualTo(404);
        assertThat(service.http().get("/v1/jobs/" + id).status()).isEqualTo(404);
        assertThat(service.redis().cliLong("EXISTS", service.listOf("unknown"))).isZero();
    }

    private static void assertUnknown(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("queue");
    }

    @Test
    void deliversToTheListOfTheQueuesOwnKey() {
        service.schedule("{'id':'" + id + "','queue':'close','delay':'0s'}");
        service.awaitState(id, "delivered");
        assertThat(service.redis().cliList("LRANGE", "orders:close", "0", "-1"))
                .singleElement()
                .satisfies(arrival ->
                        assertThat(parse(arrival).path("id").asText()).isEqualTo(id));
        assertThat(service.redis().cliLong("EXISTS", service.listOf("close"))).isZero();
        service.schedule("{'id':'" + id + "p','queue':'plain','delay':'0s'}");
        assertThat(service.awaitArrivals("plain", 1)).hasSize(1);
    }

    @Test
    void showsTheNamedQueuesBeforeTheyHaveJobs() {
        List<String> names = service.http().get("/v1/queues").json().findValuesAsText("name");
        assertThat(names).contains("close", "plain", "torn");
    }

    @Test
    void triesAJobAgainThatItsListRefusesAndKeepsTheReasonOfItsDeath() {
        service.redis().cli("SET", TORN_LIST, "not a list");
        service.schedule("{'id':'" + id + "','queue':'torn','delay':'0s','payload':{'a':1}}");
        await("the first attempt has failed")
                .until(() -> service.job(id).path("attempt").asInt() == 1);
        JsonNode waiting = service.job(id);
        assertThat(waiting.path("state").asText()).isEqualTo("scheduled");
        assertThat(waiting.path("lastError").asText()).contains("WRONGTYPE");
        assertThat(waiting.at("/lastFire/outcome").asText()).isEqualTo("retry");

        JsonNode dead = service.awaitState(id, "dead");
        assertThat(dead.path("attempt").asInt()).isEqualTo(3);
        assertThat(dead.path("lastError").asText()).contains("WRONGTYPE");
        assertThat(dead.at("/lastFire/outcome").asText()).isEqualTo("dead");
        List<Instant> attempts = Stream.of(dead.path("timeline"))
                .flatMap(timeline -> Stream.of(1, 2, 3).map(attempt -> firstOf(timeline, attempt)))
                .toList();
        assertThat(Duration.between(attempts.get(0), attempts.get(1))).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        assertThat(Duration.between(attempts.get(1), attempts.get(2))).isGreaterThanOrEqualTo(Duration.ofMillis(300));

        JsonNode list =
                service.http().get("/v1/jobs?state=dead&queue=torn").json().path("items");
        assertThat(list)
                .filteredOn(job -> job.path("id").asText().equals(id))
                .singleElement()
                .satisfies(job -> assertThat(job.path("lastError").asText()).contains("WRONGTYPE"));
        assertThat(service.redis().cli("ZSCORE", service.key("dead"), id)).isNotNull();
        assertThat(service.http().get("/v1/stats").json().at("/jobs/dead").asLong())
                .isPositive();
        assertThat(service.http().get("/v1/fires?queue=torn").json().path("items"))
                .filteredOn(fire -> fire.path("id").asText().equals(id))
                .extracting(fire -> fire.path("outcome").asText())
                .containsExactly("dead", "retry", "retry");
        assertThat(service.redis().cliString("GET", TORN_LIST)).isEqualTo("not a list");
        for (Answer late : List.of(
                service.http().patch("/v1/jobs/" + id, json("{'delay':'1s'}")),
                service.http().delete("/v1/jobs/" + id),
                service.http().post("/v1/jobs/" + id + "/fire", ""))) {
            assertThat(late.status()).isEqualTo(409);
            assertThat(late.json().path("state").asText()).isEqualTo("dead");
        }
    }

    private static Instant firstOf(JsonNode timeline, int attempt) {
        for (JsonNode event : timeline) {
            if (event.path("attempt").asInt() == attempt) {
                return Instant.parse(event.path("at").asText());
            }
        }
        throw new AssertionError("no attempt " + attempt + " in " + timeline);
    }

    @Test
    void deliversOnALaterAttemptOnceTheListIsMended() {
        service.redis().cli("SET", TORN_LIST, "not a list");
        service.schedule("{'id':'" + id + "','queue':'torn','delay':'0s',"
                + "'retry':{'maxAttempts':20,'backoff':{'type':'exponential','initial':'50ms','max':'200ms'}}}");
        await("two attempts have failed")
                .until(() -> service.job(id).path("attempt").asInt() >= 2);
        service.redis().cli("DEL", TORN_LIST);
        JsonNode job = service.awaitState(id, "delivered");
        JsonNode arrival = parse(service.redis().cliString("LINDEX", TORN_LIST, "0"));
        assertThat(arrival.path("id").asText()).isEqualTo(id);
        assertThat(arrival.path("attempt")).isEqualTo(job.path("attempt"));
        assertThat(arrival.path("attempt").asInt()).isGreaterThanOrEqualTo(3);
        assertThat(arrival.path("generation").asLong()).isEqualTo(1);
        assertThat(job.path("lastError").isNull()).isTrue();
        assertThat(service.redis().cliLong("LLEN", TORN_LIST)).isEqualTo(1);
    }

    @Test
    void cancelsAJobBetweenItsAttempts() {
        service.redis().cli("SET", TORN_LIST, "not a list");
        service.schedule("{'id':'" + id + "','queue':'torn','delay':'0s',"
                + "'retry':{'maxAttempts':5,'backoff':{'initial':'1h','max':'1h'}}}");
        await("the first attempt has failed")
                .until(() -> service.job(id).path("attempt").asInt() == 1);
        assertThat(service.http().delete("/v1/jobs/" + id).status()).isEqualTo(204);
        assertThat(service.state(id)).isEqualTo("cancelled");
        service.redis().cli("DEL", TORN_LIST);
    }

    @Test
    void startsANewLifeOverADeadJob() {
        service.redis().cli("SET", TORN_LIST, "not a list");
        service.schedule("{'id':'" + id + "','queue':'torn','delay':'0s','retry':{'maxAttempts':1}}");
        service.awaitState(id, "dead");
        service.redis().cli("DEL", TORN_LIST);
        Answer again = service.http().put("/v1/jobs/" + id, json("{'queue':'torn','delay':'0s'}"));
        assertThat(again.status()).isEqualTo(201);
        JsonNode job = service.awaitState(id, "delivered");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        assertThat(job.path("generation").asLong()).isEqualTo(2);
        assertThat(service.redis().cli("ZSCORE", service.key("dead"), id)).isNull();
        service.redis().cli("DEL", TORN_LIST);
    }
}
