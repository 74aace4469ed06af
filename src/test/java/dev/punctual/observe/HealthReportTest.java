package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.core.NotificationState;
import dev.punctual.core.RedisState;
import dev.punctual.core.StoreStats;
import dev.punctual.observe.Readings.FakeStats;
import io.dropwizard.health.response.HealthResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthReportTest {

    private static final Map<String, Collection<String>> READY = Map.of("type", List.of("ready"));

    private final HealthCheckRegistry checks = new HealthCheckRegistry();
    private final HealthReport report = new HealthReport(checks, new ObjectMapper());
    private final FakeStats source = new FakeStats();

    private RedisState redis = Readings.redis();
    private NotificationState notifications = Readings.ON;
    private Duration sweepAge = Duration.ofSeconds(2);
    private HealthCheck.Result deadlocks = HealthCheck.Result.healthy();

    @BeforeEach
    void registerChecks() {
        var snapshot = new StatsSnapshot(source, Runnable::run, () -> 0);
        new HealthChecks(snapshot, () -> redis, () -> notifications, () -> sweepAge, Duration.ofSeconds(5))
                .register(checks);
        checks.register("deadlocks", new HealthCheck() {
            @Override
            protected Result check() {
                return deadlocks;
            }
        });
    }

    @Test
    void isReadyWhenRedisAnswers() throws IOException {
        HealthResponse response = report.healthResponse(READY);
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentType()).isEqualTo("application/json");
        assertThat(state(response, "redis").toString())
                .isEqualTo("{\"name\":\"redis\",\"healthy\":true,\"type\":\"READY\",\"critical\":true,"
                        + "\"message\":\"Redis answers\"}");
        assertThat(state(response, "overdue").path("message").asText()).isEqualTo("no job is overdue");
    }

    @Test
    void isNotReadyWithoutRedisAndSaysWhy() throws IOException {
        source.goAway();
        HealthResponse response = report.healthResponse(READY);
        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(state(response, "redis").path("message").asText())
                .isEqualTo("Redis is not reachable: not connected");
        assertThat(state(response, "overdue").path("message").asText()).isEqualTo("not known: not connected");
    }

    @Test
    void livesWithoutRedisAndDoesNotEvenAskIt() {
        source.goAway();
        assertThat(report.healthResponse(Map.of("type", List.of("alive"))).getStatus())
                .isEqualTo(200);
        assertThat(report.healthResponse(Map.of("type", List.of("live"))).getStatus())
                .isEqualTo(200);
        assertThat(source.reads).hasValue(0);
    }

    @Test
    void doesNotLiveWithDeadlocks() {
        deadlocks = HealthCheck.Result.unhealthy("two threads");
        assertThat(report.healthResponse(Map.of("type", List.of("live"))).getStatus())
                .isEqualTo(503);
        assertThat(report.healthResponse(READY).getStatus()).isEqualTo(503);
    }

    @Test
    void staysReadyOnTheSweepPathAloneAndSaysThatItIsDegraded() throws IOException {
        notifications = Readings.SILENT;
        HealthResponse response = report.healthResponse(READY);
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(state(response, "notifications").path("healthy").asBoolean()).isTrue();
        assertThat(state(response, "notifications").path("message").asText())
                .isEqualTo("degraded: notifications are silent (no probe key was announced for 15 s),"
                        + " jobs fire by the sweep path only");
    }

    @Test
    void passesOnWhatEndangersJobsInTheSettingsOfRedis() throws IOException {
        redis = Readings.redis("maxmemory-policy is allkeys-lru: set noeviction");
        assertThat(state(report.healthResponse(READY), "redis").path("message").asText())
                .isEqualTo("Redis answers; degraded: maxmemory-policy is allkeys-lru: set noeviction");
    }

    @Test
    void showsAReconcilerThatStoppedAndGreenAgainAfterTheNextSweep() {
        sweepAge = Duration.ofSeconds(20);
        assertThat(checks.runHealthCheck("sweep").isHealthy()).isTrue();
        sweepAge = Duration.ofMillis(20_001);
        assertThat(checks.runHealthCheck("sweep").isHealthy()).isFalse();
        assertThat(checks.runHealthCheck("sweep").getMessage())
                .isEqualTo("the last good sweep ended 20001 ms ago, more than 20000 ms");
        assertThat(report.healthResponse(READY).getStatus()).isEqualTo(200);
        sweepAge = Duration.ZERO;
        assertThat(checks.runHealthCheck("sweep").isHealthy()).isTrue();
    }

    @Test
    void showsDueJobsThatNobodyFires() {
        source.answer = () -> Readings.stats(7, 7, 35_001);
        HealthCheck.Result result = checks.runHealthCheck("overdue");
        assertThat(result.isHealthy()).isFalse();
        assertThat(result.getMessage()).isEqualTo("7 overdue, the oldest by 35001 ms, more than 35000 ms");
    }

    @Test
    void countsWhatWaitsForItsQueueApartAndIsHealthy() {
        source.answer = () -> Readings.parked(new StoreStats.Parked(3, 3_600_000, 4, 7_200_000));
        HealthCheck.Result result = checks.runHealthCheck("overdue");
        assertThat(result.isHealthy()).isTrue();
        assertThat(result.getMessage())
                .isEqualTo("no job is overdue; 3 wait for capacity of their queue; 4 wait in paused queues");
    }

    @Test
    void takesAFewOverdueJobsForNormal() {
        source.answer = () -> Readings.stats(7, 7, 35_000);
        assertThat(checks.runHealthCheck("overdue").isHealthy()).isTrue();
    }

    @Test
    void showsOnlyTheNamedChecks() throws IOException {
        HealthResponse named = report.healthResponse(Map.of("name", List.of("sweep", "redis")));
        assertThat(new ObjectMapper().readTree(named.getMessage()).findValuesAsText("name"))
                .containsExactlyInAnyOrder("sweep", "redis");
        HealthResponse all = report.healthResponse(Map.of("name", List.of("all")));
        assertThat(new ObjectMapper().readTree(all.getMessage())).hasSize(5);
    }

    private static JsonNode state(HealthResponse response, String name) throws IOException {
        for (JsonNode state : new ObjectMapper().readTree(response.getMessage())) {
            if (state.path("name").asText().equals(name)) {
                return state;
            }
        }
        throw new AssertionError("no check '" + name + "' in " + response.getMessage());
    }
}
