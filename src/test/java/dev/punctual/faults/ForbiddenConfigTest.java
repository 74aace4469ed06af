package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis whose CONFIG is closed, wholly or in part, as on most managed ones. */
@Tag("faults")
final class ForbiddenConfigTest {

    private static final Duration FOUND_OUT = Duration.ofSeconds(15);

    @Test
    void startsWithoutConfigAndFindsOutByTrialWhetherNotificationsArrive() {
        List<ServiceProcess> services = new ArrayList<>();
        try (RedisProcess renamed = RedisProcess.start(
                        "--save", "", "--rename-command", "CONFIG", "", "--notify-keyspace-events", "KEA");
                RedisProcess guarded = RedisProcess.start("--save", "")) {
            guarded.cli("ACL", "SETUSER", "closed", "on", ">p", "~*", "&*", "+@all", "-config");
            guarded.cli("ACL", "SETUSER", "readable", "on", ">p", "~*", "&*", "+@all", "-config", "+config|get");
            for (NotificationMode mode : NotificationMode.values()) {
                String name = mode.name().toLowerCase(Locale.ROOT);
                services.add(mode.service()
                        .redis(renamed)
                        .namespace("renamed-" + name)
                        .launch());
                services.add(mode.service()
                        .redis(guarded.uri("closed", "p"))
                        .namespace("closed-" + name)
                        .launch());
                services.add(mode.service()
                        .redis(guarded.uri("readable", "p"))
                        .namespace("readable-" + name)
                        .launch());
            }
            services.forEach(ServiceProcess::awaitReady);
            Stream.of(0, 3).map(services::get).forEach(service -> awaitState(service, "on"));
            assertFires(renamed, "renamed-on", services.get(0), "fast");
            for (int i : List.of(1, 2, 4, 5)) {
                awaitState(services.get(i), "off", "silent");
            }
            assertFires(guarded, "closed-on", services.get(1), "sweep");
            assertThat(services.get(2).logs()).contains("lacks some of 'Ex'");

            guarded.cli("CONFIG", "SET", "notify-keyspace-events", "KEA");
            services.forEach(service -> awaitState(service, "on"));
            assertFires(guarded, "readable-off", services.get(5), "fast");
            assertThat(flags(guarded)).containsExactlyInAnyOrder('A', 'K', 'E');
        } finally {
            services.forEach(ServiceProcess::close);
        }
    }

    @Test
    void addsTheFlagsThatItNeedsAndTakesNoneAway() {
        try (RedisProcess redis = RedisProcess.start("--save", "", "--notify-keyspace-events", "Kg$");
                ServiceProcess service =
                        NotificationMode.ON.service().redis(redis).start()) {
            awaitState(service, "on");
            assertThat(flags(redis)).containsExactlyInAnyOrder('K', 'g', '$', 'E', 'x');
            redis.restart("--notify-keyspace-events", "KEA");
            awaitState(service, "on");
            assertThat(flags(redis)).containsExactlyInAnyOrder('A', 'K', 'E');
        }
    }

    private static List<Character> flags(RedisProcess redis) {
        return redis.cliList("CONFIG", "GET", "notify-keyspace-events")
                .get(1)
                .chars()
                .mapToObj(c -> (char) c)
                .toList();
    }

    private static void awaitState(ServiceProcess service, String... states) {
        Await.await("notifications are " + List.of(states)).atMost(FOUND_OUT).until(() -> {
            var stats = service.http().get("/v1/stats");
            return stats.status() == 200
                    && List.of(states)
                            .contains(stats.json().at("/notifications/state").asText());
        });
    }

    private static void assertFires(RedisProcess redis, String namespace, ServiceProcess service, String path) {
        JobRequests jobs = new JobRequests(service.http());
        assertThat(jobs.create(path, Duration.ofMillis(300)).status()).isEqualTo(201);
        new Arrivals(redis, namespace).awaitOnce(List.of(path), FOUND_OUT);
        assertThat(jobs.get(path).json().at("/lastFire/path").asText()).isEqualTo(path);
    }
}
