package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("functional")
class JobCallsTest {

    private final RunningService service = Notifications.ON.service();
    private final String queue = fresh("calls");
    private final String id = fresh("job");
    private final String place = "/v1/jobs/" + id;

    @Test
    void storesAJobInOneStepAndSaysWhereItIs() {
        Answer answer = service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + id + "','queue':'" + queue
                                + "','name':'close','delay':'1h','payload':{'a': 1},"
                                + "'retry':{'maxAttempts':3},'deadline':'1d'}"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).isEqualTo(service.process().api() + place);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        JsonNode job = answer.json();
        assertThat(job.path("id").asText()).isEqualTo(id);
        assertThat(job.path("queue").asText()).isEqualTo(queue);
        assertThat(job.path("name").asText()).isEqualTo("close");
        assertThat(job.path("delay").asText()).isEqualTo("1h");
        assertThat(job.path("deadline").asText()).isEqualTo("1d");
        assertThat(job.at("/retry/maxAttempts").asInt()).isEqualTo(3);
        assertThat(job.at("/retry/backoff/type").asText()).isEqualTo("exponential");
        assertThat(job.path("state").asText()).isEqualTo("scheduled");
        assertThat(job.path("generation").asLong()).isEqualTo(1);
        assertThat(job.path("attempt").asInt()).isZero();
        assertThat(job.has("lastFire") && job.path("lastFire").isNull()).isTrue();
        assertThat(job.has("lastError") && job.path("lastError").isNull()).isTrue();
        assertThat(job.path("dueAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        Instant due = Instant.parse(job.path("dueAt").asText());
        assertThat(due).isEqualTo(Instant.parse(job.path("createdAt").asText()).plusSeconds(3600));

        assertThat(service.score(id)).isEqualTo("" + due.toEpochMilli());
        assertThat(service.redis().cliLong("PEXPIRETIME", service.key("due:1:" + id)))
                .isEqualTo(due.toEpochMilli() - 1);
        assertThat(service.redis().cliLong("PTTL", service.key("job:" + id))).isEqualTo(-1);
    }

    @Test
    void showsAJobAsItWasAnsweredWithItsTimeline() {
        JsonNode created = service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'1h'}");
        Answer answer = service.http().get(place);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        JsonNode shown = answer.json();
        assertThat(shown.path("timeline").isArray()).isTrue();
        created.fields().forEachRemaining(field -> assertThat(shown.path(field.getKey()))
                .as(field.getKey())
                .isEqualTo(field.getValue()));
        assertThat(service.http()
                        .exchange("HEAD", place, java.net.http.HttpRequest.BodyPublishers.noBody())
                        .status())
                .isEqualTo(200);
        assertThat(service.http().get("/v1/jobs/none-" + id).status()).isEqualTo(404);
    }

    @Test
    void generatesIdsThatSortInTheOrderOfScheduling() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            JsonNode job = service.schedule("{'queue':'" + queue + "','delay':'1h'}");
            ids.add(job.path("id").asText());
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void takesTheDefaultQueueWhereNoneIsNamed() {
        assertThat(service.schedule("{'delay':'1h'}").path("queue").asText()).isEqualTo("default");
    }

    @Test
    void putsANewJobThenReplacesAllOfIt() {
        Answer created =
                service.http().put(place, json("{'queue':'" + queue + "','name':'one','delay':'1h','payload':[1]}"));
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).endsWith(place);
        Answer replaced =
                service.http().put(place, json("{'queue':'" + queue + "b','at':'2040-01-01T00:00:00+01:00'}"));
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.header("ETag")).isEqualTo("\"2\"");
        assertThat(replaced.json().path("queue").asText()).isEqualTo(queue + "b");
        assertThat(replaced.json().path("name").isNull()).isTrue();
        assertThat(replaced.json().path("payload").isNull()).isTrue();
        assertThat(replaced.json().path("dueAt").asText()).isEqualTo("2039-12-31T23:00:00.000Z");
        assertThat(service.redis().cliLong("EXISTS", service.key("due:1:" + id), service.key("due:2:" + id)))
                .isEqualTo(1);
        assertThat(service.counts(queue)).containsEntry("scheduled", 0);
        assertThat(service.counts(queue + "b")).containsEntry("scheduled", 1);
    }

    @Test
    void putsOnlyWhereThePreconditionHolds() {
        String job = json("{'queue':'" + queue + "','delay':'1h'}");
        assertThat(service.http().put(place, job, "If-Match", "\"1\"").status()).isEqualTo(412);
        assertThat(service.http().get(place).status()).isEqualTo(404);
        assertThat(service.http().put(place, job, "If-None-Match", "*").status())
                .isEqualTo(201);
        Answer exists = service.http().put(place, job, "If-None-Match", "*");
        assertThat(exists.status()).isEqualTo(412);
        assertThat(exists.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(service.http().put(place, job, "If-Match", "\"2\"").status()).isEqualTo(412);
        assertThat(service.http().put(place, job, "If-Match", "\"x\"").status()).isEqualTo(412);
        assertThat(service.http().put(place, job, "If-Match", "\"1\"").header("ETag"))
                .isEqualTo("\"2\"");
        assertThat(service.http().put(place, job, "If-Match", "1").status()).isEqualTo(400);
        assertThat(service.http()
                        .put(place, job, "If-Match", "\"2\"", "If-None-Match", "*")
                        .status())
                .isEqualTo(400);
        assertThat(service.job(id).path("generation").asLong()).isEqualTo(2);
    }

    @Test
    void putStartsANewLifeAfterDeliveryAndAfterCancellation() {
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'0s','payload':1}");
        service.awaitState(id, "delivered");
        Answer again = service.http().put(place, json("{'queue':'" + queue + "','delay':'0s','payload':2}"));
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json().path("generation").asLong()).isEqualTo(2);
        assertThat(service.awaitArrivals(queue, 2))
                .extracting(RunningService::payloadOf)
                .containsExactly("1", "2");
        service.awaitState(id, "delivered");
        service.http().put(place, json("{'queue':'" + queue + "','delay':'1h'}"));
        service.http().delete(place);
        assertThat(service.http()
                        .put(place, json("{'queue':'" + queue + "','delay':'1h'}"))
                        .status())
                .isEqualTo(201);
        assertThat(service.job(id).path("generation").asLong()).isEqualTo(4);
    }

    @Test
    void patchesWhatIsSentAndLeavesTheRest() {
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','name':'one','delay':'1h','payload':{'a':1}}");
        Answer moved = service.http().patch(place, json("{'at':'2040-01-01T00:00:00Z'}"));
        assertThat(moved.status()).isEqualTo(200);
        assertThat(moved.header("ETag")).isEqualTo("\"2\"");
        assertThat(moved.json().path("name").asText()).isEqualTo("one");
        assertThat(moved.json().path("payload").toString()).isEqualTo(json("{'a':1}"));
        assertThat(service.score(id))
                .isEqualTo("" + Instant.parse("2040-01-01T00:00:00Z").toEpochMilli());
        JsonNode named = service.http()
                .patch(
                        place,
                        json("{'name':'two','payload':null,'retry':{'maxAttempts':7}}"),
                        "Content-Type",
                        "application/merge-patch+json")
                .json();
        assertThat(named.path("name").asText()).isEqualTo("two");
        assertThat(named.path("payload").isNull()).isTrue();
        assertThat(named.at("/retry/maxAttempts").asInt()).isEqualTo(7);
        assertThat(named.path("dueAt").asText()).isEqualTo("2040-01-01T00:00:00.000Z");
        JsonNode bare = service.http()
                .patch(place, json("{'name':null,'retry':null,'delay':'2h'}"))
                .json();
        assertThat(bare.path("name").isNull() && bare.path("retry").isNull()).isTrue();
        assertThat(bare.path("generation").asLong()).isEqualTo(4);
        assertThat(service.redis().cliList("KEYS", service.key("due:*:" + id)))
                .containsExactly(service.key("due:4:" + id));
    }

    @Test
    void refusesAPatchOfWhatCannotBePatched() {
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'1h'}");
        assertThat(service.http().patch(place, json("{'queue':'other'}")).status())
                .isEqualTo(422);
        assertThat(service.http().patch(place, json("{'at':null}")).status()).isEqualTo(422);
        assertThat(service.http()
                        .patch(place, "{}", "Content-Type", "text/plain")
                        .status())
                .isEqualTo(415);
        assertThat(service.http()
                        .patch("/v1/jobs/none-" + id, json("{'delay':'1s'}"))
                        .status())
                .isEqualTo(404);
        assertThat(service.job(id).path("generation").asLong()).isEqualTo(1);
    }

    @Test
    void cancelsAWaitingJobSoThatItNeverArrives() {
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'1h'}");
        assertThat(service.http().delete(place).status()).isEqualTo(204);
        assertThat(service.state(id)).isEqualTo("cancelled");
        assertThat(service.http().delete(place).status()).isEqualTo(204);
        assertThat(service.score(id)).isEmpty();
        assertThat(service.redis().cliLong("EXISTS", service.key("due:1:" + id)))
                .isZero();
        assertThat(service.http().delete("/v1/jobs/none-" + id).status()).isEqualTo(404);
    }

    @Test
    void firesAJobNowThatWouldBeDueMuchLater() {
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'1h'}");
        Answer answer =
                service.http().exchange("POST", place + "/fire", java.net.http.HttpRequest.BodyPublishers.noBody());
        assertThat(answer.status()).isEqualTo(202);
        service.awaitArrivals(queue, 1);
        JsonNode job = service.awaitState(id, "delivered");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        assertThat(service.http().post("/v1/jobs/none-" + id + "/fire", "").status())
                .isEqualTo(404);
    }

    @Test
    void tellsTheStateWhereItIsTooLate() {
        service.schedule("{'id':'" + id + "d','queue':'" + queue + "','delay':'0s'}");
        service.awaitState(id + "d", "delivered");
        service.schedule("{'id':'" + id + "c','queue':'" + queue + "','delay':'1h'}");
        service.http().delete("/v1/jobs/" + id + "c");
        assertTooLate(service.http().patch(place + "d", json("{'delay':'1h'}")), "delivered");
        assertTooLate(service.http().delete(place + "d"), "delivered");
        assertTooLate(service.http().post(place + "d/fire", ""), "delivered");
        assertTooLate(service.http().patch(place + "c", json("{'delay':'1h'}")), "cancelled");
        assertTooLate(service.http().post(place + "c/fire", ""), "cancelled");
        assertThat(service.arrivedIds(queue)).containsExactly(id + "d");
    }

    private static void assertTooLate(Answer answer, String state) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().path("state").asText()).isEqualTo(state);
    }

    @Test
    void handsOverTheContractedFieldsAndKeepsThemInTheJob() {
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','name':'n','delay':'50ms','payload':{'k':[1]}}");
        JsonNode arrival = parse(service.awaitArrivals(queue, 1).get(0));
        assertThat(arrival.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "id", "queue", "name", "payload", "dueAt", "firedAt", "attempt", "generation", "path");
        assertThat(arrival.path("attempt").asInt()).isEqualTo(1);
        assertThat(arrival.path("path").asText()).isEqualTo("fast");
        JsonNode job = service.awaitState(id, "delivered");
        assertThat(job.path("dueAt")).isEqualTo(arrival.path("dueAt"));
        JsonNode fire = job.path("lastFire");
        assertThat(fire.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "id",
                        "queue",
                        "name",
                        "path",
                        "cause",
                        "dueAt",
                        "firedAt",
                        "lagMs",
                        "attempt",
                        "generation",
                        "instance",
                        "outcome");
        assertThat(fire.path("firedAt")).isEqualTo(arrival.path("firedAt"));
        assertThat(fire.path("outcome").asText()).isEqualTo("delivered");
        assertThat(fire.path("cause").isNull()).isTrue();
        assertThat(fire.path("lagMs").asLong())
                .isNotNegative()
                .isEqualTo(Instant.parse(arrival.path("firedAt").asText()).toEpochMilli()
                        - Instant.parse(arrival.path("dueAt").asText()).toEpochMilli());
        assertThat(job.path("timeline").findValuesAsText("event")).contains("delivered");
    }
}
