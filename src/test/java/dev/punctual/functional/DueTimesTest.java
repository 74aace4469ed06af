package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Due times at the edges: now, just now, long ago, during a pause of Redis, and as far away as there is a number for. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class DueTimesTest {

    private static final long PROMPT_MILLIS = 1000;

    private final RunningService service;
    private final String queue = fresh("due");

    DueTimesTest(Notifications notifications) {
        this.service = notifications.service();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "0ms", "1ms", "2ms", "5ms", "PT0S", "PT0.000000001S"})
    void firesWhatIsDueInAMomentWithinASecond(String delay) {
        JsonNode job = service.schedule("{'queue':'" + queue + "','delay':'" + delay + "'}");
        assertPromptly(job, 1);
    }

    @ParameterizedTest
    @CsvSource({"1, SECONDS", "365, DAYS", "700000, DAYS"})
    void firesWhatWasDueLongAgoAtOnce(long amount, ChronoUnit unit) {
        Instant at = Instant.now().minus(amount, unit);
        JsonNode job = service.schedule("{'queue':'" + queue + "','at':'" + at + "'}");
        assertPromptly(job, 1);
    }

    @Test
    void firesWhatFellDueWhileRedisStoodStill() throws Exception {
        String before = service.schedule("{'queue':'" + queue + "','delay':'300ms'}")
                .path("id")
                .asText();
        service.redis().freeze();
        CompletableFuture<JsonNode> during =
                CompletableFuture.supplyAsync(() -> service.schedule("{'queue':'" + queue + "','delay':'300ms'}"));
        try {
            await("the due time passes").during(700, TimeUnit.MILLISECONDS).until(() -> !during.isDone());
        } finally {
            service.redis().thaw();
        }
        long awakeMillis = Long.parseLong(service.redis().cliList("TIME").get(0)) * 1000;
        JsonNode second = during.get(10, TimeUnit.SECONDS);
        List<String> arrivals = service.awaitArrivals(queue, 2);
        assertThat(service.arrivedIds(queue))
                .containsExactly(before, second.path("id").asText());
        assertThat(Instant.parse(parse(arrivals.get(0)).path("firedAt").asText())
                        .toEpochMilli())
                .isLessThan(awakeMillis + 1000 + PROMPT_MILLIS);
        assertLagIsShort(parse(arrivals.get(1)));
    }

    private void assertPromptly(JsonNode job, int count) {
        JsonNode arrival = parse(service.awaitArrivals(queue, count).get(count - 1));
        assertThat(arrival.path("id")).isEqualTo(job.path("id"));
        assertThat(Instant.parse(arrival.path("dueAt").asText()))
                .isBetween(
                        Instant.parse(job.path("createdAt").asText()),
                        Instant.parse(job.path("createdAt").asText()).plusMillis(5));
        assertLagIsShort(arrival);
    }

    private static void assertLagIsShort(JsonNode arrival) {
        Instant due = Instant.parse(arrival.path("dueAt").asText());
        assertThat(Instant.parse(arrival.path("firedAt").asText())).isBetween(due, due.plusMillis(PROMPT_MILLIS));
    }

    @ParameterizedTest
    @ValueSource(longs = {2_147_483_647L, 2_147_483_648L, 4_294_967_296L, 315_360_000_000L})
    void keepsAnExtremeDelayToTheMillisecond(long delay) {
        JsonNode job = service.schedule("{'queue':'" + queue + "','delay':'" + delay + "ms'}");
        String id = job.path("id").asText();
        long due = Instant.parse(job.path("createdAt").asText()).toEpochMilli() + delay;
        assertThat(service.score(id)).isEqualTo("" + due);
        assertThat(Instant.parse(job.path("dueAt").asText()).toEpochMilli()).isEqualTo(due);
        assertWaits(id);
        assertThat(service.http().delete("/v1/jobs/" + id).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({
        "9999-12-31T23:59:59.999Z, 253402300799999",
        "9999-12-31T23:59:59Z, 253402300799000",
        "2038-01-19T03:14:08Z, 2147483648000"
    })
    void keepsAFarInstantToTheMillisecond(String at, String due) {
        String id = service.schedule("{'queue':'" + queue + "','at':'" + at + "'}")
                .path("id")
                .asText();
        assertThat(service.score(id)).isEqualTo(due);
        assertWaits(id);
        service.http().patch("/v1/jobs/" + id, json("{'at':'9999-12-31T23:59:59.999Z'}"));
        assertThat(service.score(id)).isEqualTo("253402300799999");
    }

    private void assertWaits(String id) {
        await("it is not run at once").during(150, TimeUnit.MILLISECONDS).until(() -> service.arrivals(queue)
                .isEmpty());
        assertThat(service.state(id)).isEqualTo("scheduled");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'delay':'-1ms'",
                "'delay':-1",
                "'delay':'315360000001ms'",
                "'delay':'9007199254740991ms'",
                "'delay':'9223370000000000000ms'",
                "'delay':'9223372036854775807ms'",
                "'delay':'9223372036854775808ms'",
                "'delay':'-9223372036854775808ms'",
                "'delay':'1e18ms'",
                "'delay':1e400",
                "'delay':'9223372036854775807s'",
                "'delay':'9223372036854775807d'",
                "'delay':'PT9223372036854775807H'",
                "'delay':'PT-1S'",
                "'at':'+300000-01-01T00:00:00Z'",
                "'at':'300000-01-01T00:00:00Z'",
                "'at':'-0001-01-01T00:00:00Z'",
                "'at':'0000-01-01T00:00:00+00:01'",
                "'at':'9999-12-31T23:59:59-00:01'"
            })
    void refusesWhatIsBeyondTheMaximum(String due) {
        Answer answer = service.http().post("/v1/jobs", json("{'queue':'" + queue + "'," + due + "}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo(due.substring(1, due.indexOf("':")));
        assertThat(service.counts(queue).values()).containsOnly(0);
    }
}
