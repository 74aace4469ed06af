package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids with separators and odd characters: refused, or good for every call. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class OddIdsTest {

    private final RunningService service;
    private final String queue = fresh("ids");

    OddIdsTest(Notifications notifications) {
        this.service = notifications.service();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b", "a%2Fb", "..", ".", " ", "é", "*", "{x}", "a\nb", "", "a b", "a\u0000", "a?b", "a#b", "a;b",
                "a\\b", "😀", "a+b", "[x]"
            })
    void refusesAnIdThatCouldNotStandInAPathOrKey(String id) {
        assertRefused(id);
    }

    @Test
    void refusesAnIdThatIsTooLong() {
        assertRefused("x".repeat(129));
        assertRefused("x".repeat(4096));
    }

    private void assertRefused(String id) {
        Answer answer =
                service.http().post("/v1/jobs", json("{'queue':'" + queue + "','delay':'0s','id':") + quoted(id) + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("id");
        assertThat(service.counts(queue).values()).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:b",
                "x",
                "x:y",
                "x:y:z",
                "schedule",
                "job:x",
                "due:1:x",
                "1:x",
                "bulk",
                "~",
                "-",
                "...",
                ":",
                "::",
                "_",
                "0",
                "-1",
                "null",
                "punctual.0",
                "order:1",
                "fire"
            })
    void usesEveryAllowedIdToTheFull(String id) {
        String place = "/v1/jobs/" + id;
        // A delivered one of an earlier trial may stand there.
        Answer put = service.http().put(place, json("{'queue':'" + queue + "','delay':'1h','payload':1}"));
        assertThat(put.status()).as(put.body()).isIn(200, 201);
        long generation = put.json().path("generation").asLong();
        assertThat(service.job(id).path("id").asText()).isEqualTo(id);
        assertThat(service.http().patch(place, json("{'payload':2}")).status()).isEqualTo(200);
        assertThat(service.redis()
                        .cliLong("EXISTS", service.key("due:" + (generation + 1) + ":" + id), service.key("job:" + id)))
                .isEqualTo(2);
        assertThat(service.http().delete(place).status()).isEqualTo(204);
        assertThat(service.state(id)).isEqualTo("cancelled");
        service.http().put(place, json("{'queue':'" + queue + "','delay':'20ms','payload':3}"));
        assertThat(service.awaitArrivals(queue, 1)).singleElement().satisfies(arrival -> assertThat(
                        RunningService.payloadOf(arrival))
                .isEqualTo("3"));
        assertThat(service.arrivedIds(queue)).containsExactly(id);
        assertThat(service.awaitState(id, "delivered").at("/lastFire/id").asText())
                .isEqualTo(id);
    }

    @Test
    void usesTheLongestId() {
        String id = (queue + "x".repeat(128)).substring(0, 128);
        service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'0s'}");
        service.awaitArrivals(queue, 1);
        assertThat(service.arrivedIds(queue)).containsExactly(id);
        assertThat(service.state(id)).isEqualTo("delivered");
    }

    @Test
    void keepsIdsApartOfWhichOneBeginsTheOther() {
        List<String> ids = new ArrayList<>(List.of(queue, queue + ":y", queue + ":y:z", "1:" + queue));
        ids.forEach(id ->
                service.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'400ms','payload':'" + id + "'}"));
        assertThat(service.http().delete("/v1/jobs/" + ids.remove(1)).status()).isEqualTo(204);
        service.http().patch("/v1/jobs/" + ids.get(1), json("{'delay':'300ms'}"));
        assertThat(service.awaitArrivals(queue, 3))
                .allSatisfy(arrival -> assertThat(RunningService.parse(arrival).path("payload"))
                        .isEqualTo(RunningService.parse(arrival).path("id")));
        assertThat(service.arrivedIds(queue)).containsExactlyInAnyOrderElementsOf(ids);
    }
}
