package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("functional")
class StatsTest {

    private final RunningService service = Notifications.ON.service();
    private final String queue = fresh("stats");

    @Test
    void hasEveryFieldThatDashboardsRelyOn() {
        JsonNode stats = service.http().get("/v1/stats").json();
        assertFields(stats, "instances", "jobs", "fires", "lagMs", "notifications", "nudge", "sweepAgeMs", "redis");
        assertFields(stats.path("jobs"), "scheduled", "overdue", "running", "dead", "oldestOverdueMs");
        assertFields(stats.path("fires"), "fast", "sweep", "bySweepCause");
        assertFields(stats.at("/fires/bySweepCause"), "late", "lost", "saturated", "catch_up", "lease_lapsed");
        assertFields(stats.path("lagMs"), "fast", "sweep");
        assertFields(stats.at("/lagMs/fast"), "count", "p50", "p90", "p99", "p999", "max");
        assertFields(stats.path("notifications"), "state", "probeLagMs", "received", "foreign");
        assertFields(stats.path("nudge"), "enabled", "sent");
        assertFields(stats.path("redis"), "version", "mode", "latencyMs", "clockSkewMs");
        assertThat(stats.path("instances")).hasSize(1);
        assertThat(stats.at("/notifications/state").asText()).isEqualTo("on");
        assertThat(stats.at("/notifications/probeLagMs").isNumber()).isTrue();
        assertThat(stats.at("/redis/version").asText()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(stats.at("/redis/mode").asText()).isEqualTo("standalone");
        assertThat(Math.abs(stats.at("/redis/clockSkewMs").asDouble())).isLessThan(1000);
    }

    private static void assertFields(JsonNode object, String... names) {
        assertThat(object.fieldNames()).toIterable().contains(names);
    }

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void countsEachFireByItsPath(Notifications notifications) {
        RunningService running = notifications.service();
        long before = fires(running, notifications.path());
        long waiting =
                running.http().get("/v1/stats").json().at("/jobs/scheduled").asLong();
        running.schedule("{'queue':'" + queue + "','delay':'50ms'}");
        running.schedule("{'queue':'" + queue + "','delay':'0s'}");
        running.schedule("{'queue':'" + queue + "','delay':'1h'}");
        running.awaitArrivals(queue, 2);
        await("both are counted").until(() -> fires(running, notifications.path()) == before + 2);
        JsonNode stats = running.http().get("/v1/stats").json();
        assertThat(stats.at("/jobs/scheduled").asLong()).isEqualTo(waiting + 1);
        JsonNode lag = stats.at("/lagMs/" + notifications.path());
        assertThat(lag.path("count").asLong()).isGreaterThanOrEqualTo(2);
        assertThat(lag.path("p50").asDouble())
                .isLessThanOrEqualTo(lag.path("max").asDouble());
    }

    private static long fires(RunningService running, String path) {
        return running.http().get("/v1/stats").json().at("/fires/" + path).asLong();
    }

    @Test
    void countsTheJobsOfEachQueueByState() {
        service.schedule("{'queue':'" + queue + "','at':'2040-01-01T00:00:00Z'}");
        service.schedule("{'queue':'" + queue + "','at':'2041-01-01T00:00:00Z'}");
        service.schedule("{'id':'" + queue + "','queue':'" + queue + "','delay':'1h'}");
        service.http().delete("/v1/jobs/" + queue);
        service.schedule("{'queue':'" + queue + "','delay':'0s'}");
        service.awaitArrivals(queue, 1);
        assertThat(service.counts(queue))
                .containsEntry("scheduled", 2)
                .containsEntry("running", 0)
                .containsEntry("delivered", 1)
                .containsEntry("dead", 0)
                .containsEntry("cancelled", 1);
        JsonNode shown = service.http().get("/v1/queues/" + queue).json();
        assertThat(shown.path("name").asText()).isEqualTo(queue);
        assertThat(shown.path("target").asText()).isEqualTo("list");
        assertThat(shown.path("paused").asBoolean(true)).isFalse();
        JsonNode list = service.http().get("/v1/queues").json();
        assertThat(list.path("next").isNull()).isTrue();
        assertThat(list.path("items"))
                .filteredOn(item -> item.path("name").asText().equals(queue))
                .containsExactly(shown);
        assertThat(list.path("items"))
                .extracting(item -> item.path("name").asText())
                .isSorted();
    }

    @Test
    void knowsAQueueThatHadNoJobYet() {
        JsonNode shown = service.http().get("/v1/queues/" + queue).json();
        assertThat(shown.path("target").asText()).isEqualTo("list");
        assertThat(shown.path("oldestDue").isNull()).isTrue();
        assertThat(service.http().get("/v1/queues/a%20b").status()).isEqualTo(422);
    }

    @Test
    void keepsCountsAndJobsOverACrash() {
        try (RunningService own = RunningService.start(builder -> builder)) {
            own.schedule("{'queue':'" + queue + "','delay':'0s'}");
            own.awaitArrivals(queue, 1);
            own.schedule("{'id':'later','queue':'" + queue + "','delay':'1h'}");
            own.schedule("{'id':'meanwhile','queue':'" + queue + "','delay':'500ms'}");
            own.process().kill9();
            await("its due time has come while nobody was there")
                    .until(() -> Long.parseLong(own.score("meanwhile"))
                            < Long.parseLong(own.redis().cliList("TIME").get(0)) * 1000);
            own.process().restart();
            own.awaitArrivals(queue, 2);
            await("all are counted").untilAsserted(() -> {
                JsonNode fires = own.http().get("/v1/stats").json().path("fires");
                assertThat(fires.path("fast").asLong() + fires.path("sweep").asLong())
                        .isEqualTo(2);
                assertThat(fires.at("/bySweepCause/catch_up").asLong()).isEqualTo(1);
            });
            assertThat(own.state("later")).isEqualTo("scheduled");
            assertThat(own.http()
                            .patch("/v1/jobs/later", json("{'delay':'0s'}"))
                            .status())
                    .isEqualTo(200);
            own.awaitArrivals(queue, 3);
        }
    }
}
