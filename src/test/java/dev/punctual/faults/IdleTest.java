package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service with one job that is far off and nothing else to do, while everything that could make it forget happens. */
@Tag("faults")
final class IdleTest {

    private static final Duration AHEAD = Duration.ofSeconds(11);
    private static final long SWEEP_MILLIS = 2_000;
    private static final long SLACK_MILLIS = 1_000;

    /** A Redis that drops clients idle for a second, and a service that asks for news less often than that. */
    private record Idler(RedisProcess redis, ServiceProcess service) implements AutoCloseable {

        static Idler of(NotificationMode mode) {
            RedisProcess redis = RedisProcess.start("--save", "", "--appendonly", "yes", "--timeout", "1");
            return new Idler(
                    redis,
                    mode.service()
                            .redis(redis)
                            .jvm("-Ddw.notifications.probeInterval=4s")
                            .env("PUNCTUAL_SWEEP_INTERVAL", SWEEP_MILLIS + "ms")
                            .start());
        }

        void createJob() {
            Await.await("the job is taken")
                    .until(() -> new JobRequests(service.http())
                                    .create("far-off", AHEAD)
                                    .status()
                            < 300);
        }

        void cutSubscribersAndStopRedis() {
            redis.cli("CLIENT", "KILL", "TYPE", "pubsub");
            redis.stop();
        }

        void assertFiredInTime() {
            new Arrivals(redis, "punctual").awaitOnce(List.of("far-off"), AHEAD.plusSeconds(5));
            var fire = service.http().get("/v1/fires?limit=1").json().at("/items/0");
            assertThat(fire.at("/lagMs").asLong()).as(fire.toString()).isBetween(0L, SWEEP_MILLIS + SLACK_MILLIS);
        }

        @Override
        public void close() {
            service.close();
            redis.close();
        }
    }

    @Test
    void aJobIsInTimeAfterIdleConnectionsCutSubscribersARestartOfRedisAndAFrozenProcess() {
        try (Idler hearing = Idler.of(NotificationMode.ON);
                Idler deaf = Idler.of(NotificationMode.OFF)) {
            List<Idler> both = List.of(hearing, deaf);
            both.forEach(Idler::createJob);
            Instant created = Instant.now();
            awaitPast(created.plusSeconds(2));
            both.forEach(Idler::cutSubscribersAndStopRedis);
            awaitPast(created.plusSeconds(4));
            both.forEach(idler -> idler.redis.restart());
            both.forEach(idler -> idler.service.freeze());
            awaitPast(created.plus(AHEAD).minusSeconds(2));
            both.forEach(idler -> idler.service.thaw());
            both.forEach(Idler::assertFiredInTime);
        }
    }

    private static void awaitPast(Instant moment) {
        Await.await("it is " + moment).until(() -> Instant.now().isAfter(moment));
    }
}
