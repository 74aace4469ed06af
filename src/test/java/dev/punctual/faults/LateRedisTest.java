package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis that is not there yet, is loading, or does not let the service in, when the service starts. */
@Tag("faults")
final class LateRedisTest {

    private static final Duration STARTED = Duration.ofSeconds(30);

    /** 300 keys at 10 ms each. */
    private static final String[] SLOW_LOAD = {
        "--key-load-delay", "10000", "--loading-process-events-interval-bytes", "1024"
    };

    @Test
    void waitsForARedisThatIsStartedLaterAndIsLoading() throws Exception {
        try (RedisProcess redis = RedisProcess.start("--save", "3600 1")) {
            redis.cli("DEBUG", "POPULATE", "300", "filler", "200");
            redis.stop();
            try (ServiceProcess service =
                    NotificationMode.ON.service().redis(redis).launch()) {
                awaitLog(service, "is not ready, trying on");
                assertThatThrownBy(() -> service.http().get("/v1/stats")).isInstanceOf(UncheckedIOException.class);

                CompletableFuture<Void> loading = CompletableFuture.runAsync(() -> redis.restart(SLOW_LOAD));
                service.awaitReady();
                assertWorks(service, redis, "late");
                loading.get(10, TimeUnit.SECONDS);

                List<String> due = new JobRequests(service.http()).createAll("loading", 20, Duration.ofMillis(1500));
                CompletableFuture<Void> again = CompletableFuture.runAsync(redis::restart);
                Await.await("requests are refused while it loads")
                        .until(() ->
                                new JobRequests(service.http()).get("loading-0").status() == 503);
                again.get(30, TimeUnit.SECONDS);
                new Arrivals(redis, "punctual").awaitOnce(due, Duration.ofSeconds(10));
                assertWorks(service, redis, "after");
            }
        }
    }

    @Test
    void comesUpWhenItsPasswordBecomesRight() {
        try (RedisProcess redis = RedisProcess.start("--save", "", "--requirepass", "old-and-wrong")) {
            String uri = "redis://:sesam-oeffne-dich@127.0.0.1:" + redis.port();
            try (ServiceProcess service =
                    NotificationMode.ON.service().redis(uri).launch()) {
                awaitLog(service, "WRONGPASS");
                redis.cli("CONFIG", "SET", "requirepass", "sesam-oeffne-dich");
                service.awaitReady();
                assertWorks(service, redis, "let-in");
                assertThat(service.logs()).doesNotContain("sesam-oeffne-dich");
            }
        }
    }

    @Test
    void comesUpWhenRedisTakesWrites() {
        try (RedisProcess redis = RedisProcess.start("--save", "", "--min-replicas-to-write", "1");
                ServiceProcess service =
                        NotificationMode.ON.service().redis(redis).launch()) {
            awaitLog(service, "NOREPLICAS");
            redis.cli("CONFIG", "SET", "min-replicas-to-write", "0");
            service.awaitReady();
            assertWorks(service, redis, "written");
        }
    }

    @Test
    void endsWithAReasonAfterTheStatedTime() {
        String uri = "redis://:sesam-oeffne-dich@127.0.0.1:" + FreePort.next();
        long started = System.nanoTime();
        try (ServiceProcess service = NotificationMode.ON
                .service()
                .redis(uri)
                .jvm("-Ddw.redis.timeouts.start=1s")
                .launch()) {
            assertThat(service.awaitExit()).isPositive();
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(STARTED);
            assertThat(service.logs())
                    .contains("could not be used within redis.timeouts.start")
                    .doesNotContain("sesam-oeffne-dich");
        }
    }

    private static void awaitLog(ServiceProcess service, String text) {
        Await.await("the log says: " + text).atMost(STARTED).until(() -> service.logs()
                .contains(text));
    }

    /** Commands, notifications, both paths. */
    private static void assertWorks(ServiceProcess service, RedisProcess redis, String id) {
        JobRequests jobs = new JobRequests(service.http());
        Await.await("requests are taken")
                .until(() -> jobs.create(id, Duration.ofMillis(100)).status() < 300);
        new Arrivals(redis, "punctual").awaitOnce(List.of(id), Duration.ofSeconds(10));
        Await.await("notifications arrive").until(() -> service.http()
                .get("/v1/stats")
                .json()
                .at("/notifications/state")
                .asText()
                .equals("on"));
        assertThat(service.adminHttp().get("/health-check?type=ready").status()).isEqualTo(200);
    }
}
