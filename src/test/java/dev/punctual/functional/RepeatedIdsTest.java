package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The same id again: the caller can always tell what is stored. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class RepeatedIdsTest {

    private final RunningService service;
    private final String queue = fresh("again");
    private final String id = queue;

    RepeatedIdsTest(Notifications notifications) {
        this.service = notifications.service();
    }

    @Test
    void answersTheSameContentWithTheJobAsItStands() {
        Answer first = post("1h", "{'a':1}");
        Answer again = post("1h", "{'a':1}");
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("ETag")).isEqualTo("\"1\"");
        assertThat(service.counts(queue)).containsEntry("scheduled", 1);
    }

    @Test
    void refusesOtherContentAndKeepsWhatIsStored() {
        post("1h", "{'a':1}");
        assertConflict(post("2h", "{'a':1}"), "scheduled");
        assertConflict(post("1h", "{'a':2}"), "scheduled");
        // Compared as sent.
        assertConflict(post("1h", "{'a': 1}"), "scheduled");
        assertThat(service.job(id).path("payload").toString()).isEqualTo(json("{'a':1}"));
        assertThat(service.job(id).path("generation").asLong()).isEqualTo(1);
    }

    @Test
    void doesNotRunADeliveredJobAgain() {
        post("0s", "1");
        service.awaitState(id, "delivered");
        Answer again = post("0s", "1");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("state").asText()).isEqualTo("delivered");
        assertConflict(post("0s", "2"), "delivered");
        assertArrivesOnce();
    }

    @Test
    void doesNotReviveACancelledJob() {
        post("1h", "1");
        service.http().delete("/v1/jobs/" + id);
        Answer again = post("1h", "1");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("state").asText()).isEqualTo("cancelled");
        assertConflict(post("1h", "2"), "cancelled");
        assertThat(service.score(id)).isEmpty();
    }

    @Test
    void makesOneJobOfManyAtTheSameTime() {
        List<Integer> answers = IntStream.range(0, 50)
                .parallel()
                .mapToObj(i -> post("500ms", "[1]").status())
                .toList();
        assertThat(answers).containsOnly(200, 201).containsOnlyOnce(201);
        service.awaitArrivals(queue, 1);
        assertArrivesOnce();
    }

    @Test
    void makesOneJobWhereTheFirstAnswerWasNeverRead() throws Exception {
        String body = json("{'id':'" + id + "','queue':'" + queue + "','delay':'1s'}");
        for (int i = 0; i < 5; i++) {
            try (RawRequest unread =
                    new RawRequest(service.process().api(), "/v1/jobs", "Content-Type: application/json")) {
                unread.send(body);
                unread.finish();
            }
        }
        Answer again = service.http().post("/v1/jobs", body);
        assertThat(again.status()).isIn(200, 201);
        assertThat(again.json().path("generation").asLong()).isEqualTo(1);
        service.awaitArrivals(queue, 1);
        assertArrivesOnce();
    }

    private void assertArrivesOnce() {
        await("it stays one")
                .during(300, TimeUnit.MILLISECONDS)
                .until(() -> service.arrivals(queue).size() == 1);
    }

    private Answer post(String delay, String payload) {
        return service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + id + "','queue':'" + queue + "','delay':'" + delay + "','payload':" + payload
                                + "}"));
    }

    private static void assertConflict(Answer answer, String state) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().path("state").asText()).isEqualTo(state);
    }
}
