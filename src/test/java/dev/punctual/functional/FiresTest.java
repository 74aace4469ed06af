package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
class FiresTest {

    private static final int MANY = 1500;

    private final String queue = fresh("fires");

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void pagesThroughTheFiresOfAQueueNewestFirst(Notifications notifications) {
        RunningService service = notifications.service();
        fire(service, MANY);
        JsonNode first = page(service, "queue=" + queue + "&limit=1000");
        JsonNode second = page(
                service,
                "queue=" + queue + "&limit=1000&cursor=" + first.path("next").asText());
        assertThat(first.path("items")).hasSize(1000);
        assertThat(second.path("items")).hasSize(MANY - 1000);
        assertThat(second.path("next").isNull()).isTrue();
        List<JsonNode> fires = new ArrayList<>();
        first.path("items").forEach(fires::add);
        second.path("items").forEach(fires::add);
        assertThat(fires).extracting(fire -> fire.path("id").asText()).doesNotHaveDuplicates();
        assertThat(fires)
                .isSortedAccordingTo(Comparator.comparing(
                                (JsonNode fire) -> fire.path("firedAt").asText())
                        .reversed());
        assertThat(page(service, "queue=" + queue).path("items")).hasSize(100);
    }

    @Test
    void namesPathAndCauseOfEachFire() {
        fire(Notifications.ON.service(), 3);
        assertThat(page(Notifications.ON.service(), "queue=" + queue).path("items"))
                .allSatisfy(fire -> {
                    assertThat(fire.path("path").asText()).isEqualTo("fast");
                    assertThat(fire.path("cause").isNull()).isTrue();
                });
        RunningService silent = Notifications.OFF.service();
        fire(silent, 3);
        assertThat(page(silent, "queue=" + queue).path("items")).allSatisfy(fire -> {
            assertThat(fire.path("path").asText()).isEqualTo("sweep");
            assertThat(fire.path("cause").asText()).isEqualTo("lost");
            assertThat(fire.path("lagMs").asLong()).isGreaterThanOrEqualTo(100);
        });
        await("the cause is counted").untilAsserted(() -> assertThat(silent.http()
                        .get("/v1/stats")
                        .json()
                        .at("/fires/bySweepCause/lost")
                        .asLong())
                .isGreaterThanOrEqualTo(3));
    }

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void theTimelineTellsWhatLedToTheFire(Notifications notifications) {
        RunningService service = notifications.service();
        String id = fresh("seen");
        service.http().post("/v1/jobs", json("{'id':'" + id + "','queue':'" + queue + "','delay':'200ms'}"));
        List<String> expected = notifications == Notifications.ON
                ? List.of("scheduled", "due", "nudged", "notified", "delivered")
                : List.of("scheduled", "due", "nudged", "delivered");
        await("the job has fired").untilAsserted(() -> assertThat(
                        service.http().get("/v1/jobs/" + id).json().path("timeline"))
                .extracting(event -> event.path("event").asText())
                .isEqualTo(expected));
    }

    @Test
    void filtersByQueueAndPath() {
        RunningService service = Notifications.ON.service();
        fire(service, 5);
        assertThat(page(service, "queue=" + queue + "&path=fast").path("items")).hasSize(5);
        assertThat(page(service, "queue=" + queue + "&path=sweep").path("items"))
                .isEmpty();
        assertThat(page(service, "queue=" + queue + "none").path("items")).isEmpty();
        JsonNode two = page(service, "queue=" + queue + "&limit=2");
        assertThat(two.path("items")).hasSize(2);
        assertThat(page(
                                service,
                                "queue=" + queue + "&cursor=" + two.path("next").asText())
                        .path("items"))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=1001", "path=slow", "queue=*", "cursor=yesterday", "since=1", "cursor="})
    void refusesAParameterThatMeansNothing(String parameter) {
        Answer answer = Notifications.ON.service().http().get("/v1/fires?" + parameter);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText())
                .isEqualTo(parameter.substring(0, parameter.indexOf('=')));
    }

    private void fire(RunningService service, int count) {
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        IntStream.range(0, count).mapToObj(i -> json("{'queue':'" + queue + "','delay':'0s'}")))) {
            assertThat(answers.lines()).hasSize(count);
        }
        assertThat(service.awaitArrivals(queue, count)).hasSize(count);
    }

    private static JsonNode page(RunningService service, String parameters) {
        Answer answer = service.http().get("/v1/fires?" + parameters);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }
}
