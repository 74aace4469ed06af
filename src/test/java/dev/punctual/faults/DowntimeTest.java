package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that fall due while Redis or the service is away. */
@Tag("faults")
final class DowntimeTest {

    private static final Duration PROMPT = Duration.ofSeconds(5);
    private static final Duration ALL = Duration.ofSeconds(15);
    private static final int BACKLOG = 3_000;

    private static final Map<NotificationMode, RedisProcess> REDIS = new EnumMap<>(NotificationMode.class);
    private static final Map<NotificationMode, ServiceProcess> SERVICES = new EnumMap<>(NotificationMode.class);

    /** How Redis keeps its data. */
    enum Persistence {
        RDB("3600 1", "no"),
        AOF("", "yes"),
        BOTH("3600 1", "yes");

        private final String[] arguments;

        Persistence(String save, String appendOnly) {
            arguments = new String[] {"--save", save, "--appendonly", appendOnly};
        }
    }

    static Stream<Arguments> persistences() {
        return Stream.of(NotificationMode.values())
                .flatMap(mode -> Stream.of(Persistence.values()).map(how -> Arguments.of(mode, how)));
    }

    @AfterAll
    static void stop() {
        SERVICES.values().forEach(ServiceProcess::close);
        REDIS.values().forEach(RedisProcess::close);
    }

    private static RedisProcess redis(NotificationMode mode) {
        return REDIS.computeIfAbsent(mode, any -> RedisProcess.start());
    }

    private static ServiceProcess service(NotificationMode mode) {
        return SERVICES.computeIfAbsent(
                mode, any -> mode.service().redis(redis(mode)).start());
    }

    @ParameterizedTest
    @MethodSource("persistences")
    void firesWhatLapsedWhileRedisWasDown(NotificationMode mode, Persistence how) {
        RedisProcess redis = redis(mode);
        JobRequests jobs = new JobRequests(service(mode).http());
        redis.restart(how.arguments);
        String prefix = "down-" + how;
        Await.await("requests are taken")
                .until(() -> jobs.create(prefix, Duration.ZERO).status() < 300);
        List<String> due = jobs.createAll(prefix, 60, Duration.ofMillis(1_000));
        redis.stop();
        awaitPast(Instant.now().plusMillis(1_300));
        redis.restart();
        new Arrivals(redis, "punctual").awaitOnce(due, ALL);
    }

    @ParameterizedTest
    @EnumSource
    void twoInstancesFireInOrderWhatFellDueWhileThereWasNone(NotificationMode mode) {
        RedisProcess redis = redis(mode);
        ServiceProcess service = service(mode);
        Map<String, Integer> places = new HashMap<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < BACKLOG; i++) {
            String id = "missed-" + (i * 7919 % BACKLOG); // ids in another order than due times
            places.put(id, i);
            lines.add(JobRequests.body(id, Duration.ofMillis(2_500 + i / 2)));
        }
        try (var answer = service.http().postLines("/v1/jobs/bulk", lines.stream())) {
            assertThat(answer.lines()).allMatch(line -> line.contains("\"status\":201"));
        }
        service.kill9();
        awaitPast(Instant.now().plusMillis(2_500 + BACKLOG / 2));
        try (ServiceProcess second = mode.service().redis(redis).launch()) {
            service.restart();
            Arrivals arrivals = new Arrivals(redis, "punctual");
            Await.await("the first arrives").atMost(PROMPT).until(() -> arrivals.ids().stream()
                    .anyMatch(places::containsKey));
            second.awaitReady();
            arrivals.awaitOnce(places.keySet(), ALL);
            List<Integer> order = arrivals.ids().stream()
                    .filter(places::containsKey)
                    .map(places::get)
                    .toList();
            assertThat(order).isSorted();
            assertThat(service.http()
                            .get("/v1/stats")
                            .json()
                            .at("/fires/bySweepCause/catch_up")
                            .asInt())
                    .isGreaterThan(BACKLOG / 2);
        }
    }

    private static void awaitPast(Instant moment) {
        Await.await("it is " + moment).until(() -> Instant.now().isAfter(moment));
    }
}
