package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service killed at any moment, again and again, while jobs come and fall due. */
@Tag("faults")
final class KilledServiceTest {

    private static final int ROUNDS = 10;
    private static final int LONGEST_LIFE_MILLIS = 500;
    private static final int BACKLOG = 1_000;
    private static final String LIST = "punctual:queue:default";
    private static final Duration SETTLED = Duration.ofSeconds(20);

    @Test
    void everyAcceptedJobArrivesOnceOverTwentyKills() {
        // Side by side, with notifications and without, since starting takes most of the time.
        Stream.of(NotificationMode.values())
                .map(mode -> CompletableFuture.runAsync(() -> killAgainAndAgain(mode)))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static void killAgainAndAgain(NotificationMode mode) {
        Set<String> accepted = new HashSet<>();
        try (RedisProcess redis = RedisProcess.start("--save", "");
                Load load = new Load()) {
            for (int round = 0; round < ROUNDS; round++) {
                try (ServiceProcess service = mode.service().redis(redis).launch()) {
                    load.ask(service);
                    if (round % 2 == 0) {
                        liveUntilTheCatchUp(service, redis);
                    } else {
                        accepted.addAll(liveUnderLoad(service, round));
                    }
                    service.kill9();
                }
            }
            load.ask(null);
            load.close();
            accepted.addAll(load.accepted());
            try (ServiceProcess last = mode.service().redis(redis).start()) {
                Arrivals arrivals = new Arrivals(redis, "punctual");
                arrivals.awaitOnce(accepted, SETTLED);
                assertThat(load.accepted()).hasSizeGreaterThan(ROUNDS);
                assertThat(arrivals.ids()).doesNotContainAnyElementsOf(load.cancelled());
                assertThat(load.odd()).isEmpty();
                assertCountsFit(last, redis);
            }
        }
    }

    /** Where a backlog waits for the start: until it begins to arrive. */
    private static void liveUntilTheCatchUp(ServiceProcess service, RedisProcess redis) {
        long before = redis.cliLong("LLEN", LIST);
        long overdue = redis.cliLong("ZCARD", "{punctual.0}:schedule");
        if (overdue == 0) {
            return;
        }
        try {
            Await.await("the catch-up begins").atMost(SETTLED).until(() -> redis.cliLong("LLEN", LIST) > before);
        } catch (ConditionTimeoutException never) {
            throw new AssertionError(overdue + " wait: " + service.logs(), never);
        }
    }

    /** Until some moment of a burst, which goes on after it; gives the ids that were accepted. */
    private static List<String> liveUnderLoad(ServiceProcess service, int round) {
        service.awaitReady();
        List<String> ids = IntStream.range(0, BACKLOG)
                .mapToObj(i -> "backlog-" + round + "-" + i)
                .toList();
        Stream<String> lines =
                IntStream.range(0, BACKLOG).mapToObj(i -> JobRequests.body(ids.get(i), Duration.ofMillis(i)));
        try (var answer = service.http().postLines("/v1/jobs/bulk", lines)) {
            assertThat(answer.lines()).allMatch(line -> line.contains("\"status\":201"));
        }
        LockSupport.parkNanos(Duration.ofMillis(ThreadLocalRandom.current().nextInt(LONGEST_LIFE_MILLIS))
                .toNanos());
        return ids;
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
