package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The service killed at any moment, again and again, while jobs come and fall due. */
@Tag("faults")
final class KilledServiceTest {

    private static final int ROUNDS = 10;
    private static final int LONGEST_LIFE_MILLIS = 500;
    private static final int BACKLOG = 1_000;
    private static final String LIST = "punctual:queue:default";
    private static final Duration SETTLED = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource
    void everyAcceptedJobArrivesOnceOverTenKills(NotificationMode mode) {
        try (RedisProcess redis = RedisProcess.start("--save", "");
                Load load = new Load()) {
            for (int round = 0; round < ROUNDS; round++) {
                try (ServiceProcess service = mode.service().redis(redis).launch()) {
                    load.ask(service);
                    if (round % 2 == 0) {
                        dieWithinTheCatchUp(redis);
                    } else {
                        dieUnderLoad(service, round);
                    }
                    service.kill9();
                }
            }
            load.ask(null);
            load.close();
            try (ServiceProcess last = mode.service().redis(redis).start()) {
                Arrivals arrivals = new Arrivals(redis, "punctual");
                arrivals.awaitOnce(load.accepted(), SETTLED);
                assertThat(load.accepted()).hasSizeGreaterThan(ROUNDS);
                assertThat(arrivals.ids()).doesNotContainAnyElementsOf(load.cancelled());
                assertThat(load.odd()).isEmpty();
                assertCountsFit(last, redis);
            }
        }
    }

    /** A backlog has to be there by the next start; dies as soon as it begins to arrive. */
    private static void dieWithinTheCatchUp(RedisProcess redis) {
        long before = redis.cliLong("LLEN", LIST);
        long overdue = redis.cliLong("ZCARD", "{punctual.0}:schedule");
        if (overdue > 0) {
            Await.await("the catch-up begins").atMost(SETTLED).until(() -> redis.cliLong("LLEN", LIST) > before);
        }
    }

    private static void dieUnderLoad(ServiceProcess service, int round) {
        service.awaitReady();
        Stream<String> lines = Stream.iterate(0, i -> i + 1)
                .limit(BACKLOG)
                .map(i -> JobRequests.body("backlog-" + round + "-" + i, Duration.ofMillis(i)));
        try (var answer = service.http().postLines("/v1/jobs/bulk", lines)) {
            assertThat(answer.lines()).allMatch(line -> line.contains("\"status\":201"));
        }
        LockSupport.parkNanos(Duration.ofMillis(ThreadLocalRandom.current().nextInt(LONGEST_LIFE_MILLIS))
                .toNanos());
    }

    private static void assertCountsFit(ServiceProcess service, RedisProcess redis) {
        Await.await("counted as often as arrived").untilAsserted(() -> {
            var stats = service.http().get("/v1/stats").json();
            assertThat(stats.at("/jobs/scheduled").asLong()).isZero();
            assertThat(stats.at("/fires/fast").asLong()
                            + stats.at("/fires/sweep").asLong())
                    .isEqualTo(redis.cliLong("LLEN", LIST));
        });
    }
}
