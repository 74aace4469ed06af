package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads nested to the limit and beyond, also with small stacks and the deepest limit that can be set. */
@Tag("functional")
class NestedPayloadsTest {

    private static final int DEEPEST = 1000;

    private static RunningService small;

    private final String queue = fresh("nested");

    @BeforeAll
    static void start() {
        small = RunningService.start(
                builder -> builder.jvm("-Xss256k").config(ConfigCopy.with("payloadDepth: 100", "payloadDepth: 1000")));
    }

    @AfterAll
    static void stop() {
        small.close();
    }

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void deliversAndMovesWhatIsAsDeepAsAllowed(Notifications notifications) {
        assertGoesAllTheWay(notifications.service(), arrays(100));
        assertGoesAllTheWay(notifications.service(), objects(100));
    }

    @Test
    void goesAsDeepAsCanBeSetOnASmallStack() {
        for (int depth : new int[] {499, 500, 995, DEEPEST}) {
            assertGoesAllTheWay(small, arrays(depth));
            assertGoesAllTheWay(small, objects(depth));
        }
        assertRefused(small, arrays(DEEPEST + 1), DEEPEST);
        assertRefused(small, objects(DEEPEST + 5), DEEPEST);
        assertThat(small.process().logs()).doesNotContain("StackOverflowError");
    }

    private void assertGoesAllTheWay(RunningService service, String payload) {
        service.redis().cli("DEL", service.listOf(queue));
        Answer created = service.http()
                .post("/v1/jobs", "{\"queue\":\"" + queue + "\",\"delay\":\"1h\",\"payload\":" + payload + "}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        String place = created.header("Location")
                .substring(service.process().api().toString().length());
        assertThat(RunningService.payloadOfAnswer(created.body())).isEqualTo(payload);
        Answer moved = service.http().patch(place, "{\"delay\":\"0s\",\"payload\":" + payload + "}");
        assertThat(moved.status()).as(moved.body()).isEqualTo(200);
        assertThat(RunningService.payloadOf(service.awaitArrivals(queue, 1).get(0)))
                .isEqualTo(payload);
        assertThat(RunningService.payloadOfAnswer(service.http().get(place).body()))
                .isEqualTo(payload);
        assertThat(service.http().get("/v1/jobs?queue=" + queue).body()).contains("\"payload\":" + payload + ",");
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 499, 500, 995, 1000, 1005, 5000})
    void refusesWhatIsDeeper(int depth) {
        for (RunningService service : List.of(Notifications.ON.service(), small)) {
            int limit = service == small ? DEEPEST : 100;
            if (depth > limit) {
                assertRefused(service, arrays(depth), limit);
                assertRefused(service, objects(depth), limit);
            }
        }
    }

    @Test
    void refusesAMillionLevelsAndDepthInAnyOtherField() {
        for (RunningService service : List.of(Notifications.ON.service(), small)) {
            assertThat(post(service, "payload", arrays(1_000_000)).status()).isEqualTo(413);
            assertThat(post(service, "payload", "[".repeat(150_000)).status()).isIn(400, 422);
            assertThat(post(service, "retry", objects(20_000)).status()).isEqualTo(422);
            assertThat(post(service, "foo", arrays(100_000)).status()).isEqualTo(422);
            assertThat(service.http().post("/v1/jobs", arrays(100_000)).status())
                    .isEqualTo(422);
            assertThat(service.process().logs()).doesNotContain("StackOverflowError");
        }
    }

    private void assertRefused(RunningService service, String payload, int limit) {
        Answer answer = post(service, "payload", payload);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("payload");
        assertThat(answer.json().path("detail").asText()).contains("deeper than " + limit);
    }

    private Answer post(RunningService service, String field, String value) {
        return service.http()
                .post("/v1/jobs", "{\"queue\":\"" + queue + "\",\"delay\":\"1h\",\"" + field + "\":" + value + "}");
    }

    private static String arrays(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static String objects(int depth) {
        return "{\"a\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
    }
}
