package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services whose JVMs live in other time zones: an instant is the same everywhere, and local time is none. */
@Tag("functional")
class ZonesTest {

    private static final Map<String, String> SAME_INSTANTS = Map.of(
            "2030-01-01T00:00:00Z", "1893456000000",
            "2030-01-01t00:00:00z", "1893456000000",
            "2030-01-01T05:30:00+05:30", "1893456000000",
            "2029-12-31T19:00:00.000-05:00", "1893456000000",
            "2029-12-31T24:00:00Z", "1893456000000",
            "2029-12-31T23:59:60Z", "1893456000000",
            "2030-07-01T00:00:00.0001Z", "1909094400001",
            "2031-03-09T02:30:00-05:00", "1930807800000");

    private static final List<String> REFUSED = List.of(
            "2030-01-01T00:00:00",
            "2030-01-01",
            "2030-01-01 00:00:00Z",
            "2030-01-01T00:00Z",
            "2030-01-01T24:00:01Z",
            "2030-01-01T25:00:00Z",
            "2030-02-30T00:00:00Z",
            "2030-01-01T12:00:60Z",
            "2030-01-01T00:00:00+0530",
            "2030-01-01T00:00:00 America/New_York",
            "2030-01-01T00:00:00[Asia/Kolkata]",
            "1893456000",
            "1893456000000");

    private static List<RunningService> services = List.of();

    private final String queue = fresh("zones");

    @BeforeAll
    static void start() {
        services = List.of(in("America/New_York"), in("Asia/Kolkata"));
    }

    private static RunningService in(String zone) {
        return RunningService.start(builder -> builder.jvm("-Duser.timezone=" + zone));
    }

    @AfterAll
    static void stop() {
        services.forEach(RunningService::close);
    }

    @Test
    void storesEqualInstantsWithEqualScores() {
        for (RunningService service : services) {
            SAME_INSTANTS.forEach((at, score) -> {
                JsonNode job = service.schedule("{'queue':'" + queue + "','at':'" + at + "'}");
                assertThat(service.score(job.path("id").asText())).as(at).isEqualTo(score);
                assertThat(job.path("dueAt").asText())
                        .isEqualTo(Instant.ofEpochMilli(Long.parseLong(score))
                                .toString()
                                .replaceFirst("(:\\d\\d)Z", "$1.000Z"));
            });
        }
    }

    @Test
    void refusesTimesWithoutAnOffsetAndNumbers() {
        for (RunningService service : services) {
            for (String at : REFUSED) {
                assertRefused(service, "'" + at + "'");
            }
            assertRefused(service, "1893456000");
            assertRefused(service, "1893456000000");
            assertThat(service.counts(queue).values()).containsOnly(0);
        }
    }

    private void assertRefused(RunningService service, String at) {
        Answer answer = service.http().post("/v1/jobs", json("{'queue':'" + queue + "','at':" + at + "}"));
        assertThat(answer.status()).as(at).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("at");
    }

    @Test
    void countsADelayFromRedisTimeAndFiresOnIt() {
        for (RunningService service : services) {
            JsonNode job = service.schedule("{'queue':'" + queue + "','delay':'24h'}");
            Instant created = Instant.parse(job.path("createdAt").asText());
            long redisSeconds = Long.parseLong(service.redis().cliList("TIME").get(0));
            assertThat(Duration.between(created, Instant.ofEpochSecond(redisSeconds)))
                    .isBetween(Duration.ofSeconds(-2), Duration.ofSeconds(10));
            assertThat(Duration.between(created, Instant.parse(job.path("dueAt").asText())))
                    .isEqualTo(Duration.ofHours(24));
            service.schedule("{'queue':'" + queue + "','delay':'100ms'}");
            JsonNode arrival =
                    RunningService.parse(service.awaitArrivals(queue, 1).get(0));
            assertThat(arrival.path("firedAt").asText()).endsWith("Z");
            assertThat(Duration.between(
                            created, Instant.parse(arrival.path("firedAt").asText())))
                    .isLessThan(Duration.ofSeconds(10));
        }
    }
}
