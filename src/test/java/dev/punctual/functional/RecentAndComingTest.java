package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What fired in the last minutes, and what is due in the next. */
@Tag("functional")
class RecentAndComingTest {

    private final String queue = fresh("recent");

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void showsAFireInTheSecondInWhichItHappened(Notifications notifications) {
        RunningService service = notifications.service();
        service.http().get("/v1/history");
        service.schedule("{'queue':'" + queue + "','delay':'0s'}");
        await("the fire is remembered").untilAsserted(() -> {
            JsonNode last = service.http().get("/v1/history?seconds=10").json();
            JsonNode counts = notifications == Notifications.ON
                    ? last.path("fast")
                    : last.path("sweep").path("lost");
            assertThat(counts).anyMatch(count -> count.asInt() > 0);
            assertThat(last.at("/lagMs/" + notifications.path() + "/max")).anyMatch(lag -> lag.isNumber());
            assertThat(last.at("/distribution/" + notifications.path())).anyMatch(count -> count.asInt() > 0);
            assertThat(last.path("stepMs").asInt()).isEqualTo(1000);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"seconds=0", "seconds=901", "seconds=all", "since=1"})
    void refusesAParameterThatMeansNothing(String parameter) {
        Answer answer = Notifications.ON.service().http().get("/v1/history?" + parameter);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText())
                .isEqualTo(parameter.substring(0, parameter.indexOf('=')));
    }

    @Test
    void countsWhatIsDueNext() {
        RunningService service = Notifications.ON.service();
        service.schedule("{'queue':'" + queue + "','delay':'35s'}");
        service.schedule("{'queue':'" + queue + "','delay':'45m'}");
        service.schedule("{'queue':'" + queue + "','delay':'23h'}");
        service.schedule("{'queue':'" + queue + "','delay':'5d'}");
        await("the counts are fresh").untilAsserted(() -> {
            JsonNode counts = service.http().get("/v1/upcoming").json();
            assertThat(counts.path("minute")).hasSize(60).anyMatch(count -> count.asInt() > 0);
            assertThat(counts.path("hour")).hasSize(60);
            assertThat(counts.at("/hour/44").asInt() + counts.at("/hour/45").asInt())
                    .isPositive();
            assertThat(counts.path("day")).hasSize(24);
            assertThat(counts.at("/day/22").asInt() + counts.at("/day/23").asInt())
                    .isPositive();
            assertThat(counts.path("later").asInt()).isPositive();
        });
    }
}
