package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.RedisProcess;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/doctor} of a running service. */
@Tag("functional")
final class DoctorCallTest {

    private static final Duration AT_MOST = Duration.ofSeconds(5);

    @Test
    void answersInBoundedTimeWhateverBecomesOfRedis() {
        RedisProcess redis = RedisProcess.start("--save", "", "--appendonly", "yes");
        try (RunningService service = RunningService.on(redis, settings -> settings)) {
            service.schedule("{'id':'a','delay':'1h'}");
            JsonNode healthy = doctor(service);
            assertThat(healthy.path("status").asText()).as(healthy.toString()).isIn("ok", "info");
            assertThat(healthy.path("findings")).hasSizeGreaterThan(10).allSatisfy(finding -> {
                assertThat(finding.path("severity").asText()).isIn("ok", "info");
                assertThat(finding.path("meaning").asText()).isNotEmpty();
                assertThat(finding.path("fix").has("selfManaged")).isTrue();
            });
            assertThat(doctor(service).path("checkedAt")).isEqualTo(healthy.path("checkedAt"));
            redis.freeze();
            await("the silence is told").until(() -> "redis"
                    .equals(doctor(service).path("findings").path(0).path("id").asText()));
            JsonNode gone = doctor(service);
            assertThat(gone.path("status").asText()).isEqualTo("critical");
            assertThat(gone.path("findings")).hasSize(1);
        }
    }

    private static JsonNode doctor(RunningService service) {
        long startedNanos = System.nanoTime();
        Answer answer = service.http().get("/v1/doctor");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - startedNanos)).isLessThan(AT_MOST);
        return answer.json();
    }
}
