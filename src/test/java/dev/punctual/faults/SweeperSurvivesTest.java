package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever fails in a sweep, the next ones are made; and while they fail, health and metrics say so. */
@Tag("faults")
class SweeperSurvivesTest {

    private static final Duration SWEEP = Duration.ofMillis(300);

    /** Three intervals and the slack of the health check. */
    private static final Duration RED = SWEEP.multipliedBy(3).plusSeconds(12);

    private static Stage stage;
    private static ServiceProcess service;
    private static Stats stats;

    @BeforeAll
    static void start() {
        stage = new Stage("--appendonly", "yes");
        service = stage.start(stage.service(
                "sweep.interval=" + SWEEP.toMillis() + "ms",
                "notifications.probeInterval=300ms",
                "redis.timeouts.command=500ms"));
        stats = new Stats(service);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void sweepsAgainWhenTheScheduleIsASortedSetAgain(Feed feed) {
        stage.feed(feed);
        Batch pending = stage.batch();
        pending.schedule(service, 1, number -> pending.after(number, Duration.ofMinutes(10)));
        stage.redis().cli("RENAME", stage.schedule(), "kept");
        stage.redis().cli("SET", stage.schedule(), "x");
        await("the sweep is red").atMost(RED).until(() -> !stats.healthy("sweep"));
        assertThat(service.adminHttp().get("/healthcheck").status()).isEqualTo(500);
        assertThat(sweepAgeSeconds()).isGreaterThan(3 * SWEEP.toMillis() / 1000.0);
        stage.redis().cli("DEL", stage.schedule());
        stage.redis().cli("RENAME", "kept", stage.schedule());
        assertRecovered();
        assertThat(service.http().delete("/v1/jobs/" + pending.id(0)).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @EnumSource
    void sweepsAgainWhenRedisIsBack(Feed feed) {
        stage.feed(feed);
        stage.redis().stop();
        await("the sweep is missed").until(() -> sweepAgeSeconds() > 3 * SWEEP.toMillis() / 1000.0);
        assertThat(service.adminHttp().get("/healthcheck").status()).isEqualTo(500);
        stage.redis().restart("--notify-keyspace-events", feed.flags());
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void sweepsAgainWhenRedisTakesWritesAgain(Feed feed) {
        stage.feed(feed);
        stage.redis().cli("CONFIG", "SET", "maxmemory", "1");
        await("the sweep is missed").until(() -> sweepAgeSeconds() > 3 * SWEEP.toMillis() / 1000.0);
        stage.redis().cli("CONFIG", "SET", "maxmemory", "0");
        assertRecovered();
    }

    private static double sweepAgeSeconds() {
        return stats.metric("punctual_sweep_age_seconds");
    }

    private static void assertRecovered() {
        await("jobs are taken again")
                .untilAsserted(() ->
                        assertThat(service.http().get("/v1/jobs").status()).isEqualTo(200));
        Batch batch = stage.batch();
        batch.schedule(service, 20, number -> batch.after(number, Duration.ofMillis(700)));
        assertThat(batch.awaitAllOnce(Duration.ofSeconds(5)))
                .allSatisfy(delivery -> assertThat(delivery.lagMillis()).isLessThan(2 * SWEEP.toMillis() + 1000));
        await("all is green").untilAsserted(() -> {
            assertThat(stats.healthy("sweep")).isTrue();
            assertThat(service.adminHttp().get("/healthcheck").status()).isEqualTo(200);
            assertThat(sweepAgeSeconds()).isLessThan(3 * SWEEP.toMillis() / 1000.0);
        });
    }
}
