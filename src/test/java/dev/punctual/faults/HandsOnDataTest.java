package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records, schedule and due keys changed by somebody else, without the service. */
@Tag("faults")
final class HandsOnDataTest {

    private static final Duration AHEAD = Duration.ofMillis(1_500);
    private static final Duration IN_TIME = Duration.ofSeconds(8);
    private static final String SCHEDULE = "{punctual.0}:schedule";
    private static final long QUIET_CALLS = 400;

    private static final Map<NotificationMode, HandsOnDataTest.House> HOUSES = new EnumMap<>(NotificationMode.class);

    private record House(RedisProcess redis, ServiceProcess service, JobRequests jobs, Arrivals arrivals) {

        static House of(NotificationMode mode) {
            RedisProcess redis = RedisProcess.start("--save", "");
            ServiceProcess service = mode.service().redis(redis).start();
            return new House(redis, service, new JobRequests(service.http()), new Arrivals(redis, "punctual"));
        }

        /** Each fires once, and not before its record says so. */
        void assertFireOnceInTime(String... ids) {
            arrivals.awaitOnce(List.of(ids), IN_TIME);
            for (String id : ids) {
                assertThat(jobs.get(id).json().at("/lastFire/lagMs").asLong())
                        .as(id)
                        .isNotNegative();
            }
        }

        void awaitWarning(String text, String id) {
            Await.await("a warning of " + id).until(() -> service.logs()
                    .lines()
                    .anyMatch(line -> line.startsWith("WARN") && line.contains(text) && line.contains(id)));
        }

        List<String> dueKeys() {
            return redis.cliList("KEYS", "{punctual.0}:due:*");
        }

        void assertQuiet() {
            long before = calls();
            Await.await("little is asked of Redis")
                    .during(Duration.ofSeconds(2))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> calls() - before < QUIET_CALLS);
        }

        private long calls() {
            return redis.cliString("INFO", "stats")
                    .lines()
                    .filter(line -> line.startsWith("total_commands_processed:"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static House house(NotificationMode mode) {
        return HOUSES.computeIfAbsent(mode, House::of);
    }

    private static String dueKey(String id) {
        return "{punctual.0}:due:1:" + id;
    }

    @AfterAll
    static void stop() {
        HOUSES.values().forEach(house -> {
            house.service.close();
            house.redis.close();
        });
    }

    @ParameterizedTest
    @EnumSource
    void takesEntriesOffTheScheduleThatHaveNoRecord(NotificationMode mode) {
        House house = house(mode);
        house.jobs.create("bodiless", AHEAD);
        house.redis.cli("DEL", "{punctual.0}:job:bodiless");
        house.redis.cli("ZADD", SCHEDULE, "1", "ghost");
        Await.await("both are gone").atMost(IN_TIME).until(() -> house.redis.cliLong("ZCARD", SCHEDULE) == 0);
        house.awaitWarning("Taken off the schedule", "ghost");
        house.awaitWarning("Taken off the schedule", "bodiless");
        house.assertQuiet();
        assertThat(house.arrivals.ids()).doesNotContain("ghost", "bodiless");
        assertThat(house.dueKeys()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void putsAJobBackThatHasLostItsPlaceOnTheSchedule(NotificationMode mode) {
        House house = house(mode);
        house.jobs.create("orphan", AHEAD);
        house.redis.cli("ZREM", SCHEDULE, "orphan");
        house.redis.cli("DEL", dueKey("orphan"));
        house.assertFireOnceInTime("orphan");
        house.awaitWarning("Put back, since they had lost their place", "orphan");
    }

    @ParameterizedTest
    @EnumSource
    void firesInTimeWhateverBecomesOfTheDueKey(NotificationMode mode) {
        House house = house(mode);
        for (String id : List.of("persisted", "overwritten", "renamed", "deleted")) {
            house.jobs.create(id, AHEAD);
        }
        house.redis.cli("PERSIST", dueKey("persisted"));
        house.redis.cli("SET", dueKey("overwritten"), "x");
        house.redis.cli("RENAME", dueKey("renamed"), dueKey("renamed-away"));
        house.redis.cli("DEL", dueKey("deleted"));
        house.assertFireOnceInTime("persisted", "overwritten", "renamed", "deleted");
        Await.await("no due key is left over").atMost(IN_TIME).until(() -> house.dueKeys()
                .isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void firesWhenTheRecordSaysSoWhateverTheScheduleSays(NotificationMode mode) {
        House house = house(mode);
        house.jobs.create("dragged", AHEAD);
        house.jobs.create("pushed", AHEAD);
        house.redis.cli("ZADD", SCHEDULE, "XX", "1000", "dragged");
        house.redis.cli("ZADD", SCHEDULE, "XX", "99999999999999", "pushed");
        house.assertFireOnceInTime("dragged", "pushed");
    }

    @ParameterizedTest
    @EnumSource
    void findsItsJobsAgainWhenDatabasesWereSwappedToAndFro(NotificationMode mode) {
        House house = house(mode);
        house.jobs.create("swapped", AHEAD);
        house.redis.cli("SWAPDB", "0", "1");
        Await.await("the service has looked").until(() -> house.redis.cliLong("EXISTS", "punctual:instances") == 1);
        assertThat(house.jobs.get("swapped").status()).isEqualTo(404);
        house.redis.cli("SWAPDB", "0", "1");
        house.redis.cliOn(1, "FLUSHDB");
        house.assertFireOnceInTime("swapped");
    }

    @ParameterizedTest
    @EnumSource
    void isHealthyEmptyAndQuietAfterFlushdb(NotificationMode mode) {
        House house = house(mode);
        house.jobs.createAll("flushed", 200, AHEAD);
        house.redis.cli("FLUSHDB");
        house.assertQuiet();
        var stats = house.service.http().get("/v1/stats").json();
        assertThat(stats.at("/jobs/scheduled").asLong()).isZero();
        assertThat(house.arrivals.ids()).isEmpty();
        Await.await("healthy")
                .until(() -> house.service.adminHttp().get("/healthcheck").status() == 200);
        Await.await("the key layout is claimed again")
                .until(() -> "1".equals(house.redis.cli("GET", "punctual:layout")));
        house.jobs.create("fresh", Duration.ofMillis(200));
        house.assertFireOnceInTime("fresh");
    }
}
