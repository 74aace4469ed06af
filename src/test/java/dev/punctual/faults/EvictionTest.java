package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.RespError;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Redis that removes keys when its memory is full: due keys are the first to go, since they expire anyway. */
@Tag("faults")
final class EvictionTest {

    private static final int JOBS = 500;
    private static final Duration AHEAD = Duration.ofSeconds(4);

    @ParameterizedTest
    @EnumSource
    void firesEveryJobInTimeThoughItsDueKeyWasEvicted(NotificationMode mode) {
        try (RedisProcess redis = RedisProcess.start("--save", "", "--maxmemory-policy", "volatile-lru");
                ServiceProcess service = mode.service().redis(redis).start()) {
            List<String> ids = new JobRequests(service.http()).createAll("evicted", JOBS, AHEAD);
            evictDueKeys(redis);
            assertThat(dueKeys(redis)).isEmpty();
            assertThat(redis.cliLong("ZCARD", "{punctual.0}:schedule")).isEqualTo(JOBS);
            assertThat(new Arrivals(redis, "punctual").ids()).isEmpty();

            new Arrivals(redis, "punctual").awaitOnce(ids, AHEAD.plusSeconds(10));
            service.http().get("/v1/fires?limit=1000").json().at("/items").forEach(fire -> {
                assertThat(fire.at("/path").asText()).isEqualTo("sweep");
                assertThat(fire.at("/lagMs").asLong()).isNotNegative();
            });
            assertWarnsOf(service, "volatile-lru");
        }
    }

    @Test
    void warnsOfEveryPolicyThatRemovesKeys() {
        try (RedisProcess redis = RedisProcess.start("--save", "", "--maxmemory-policy", "allkeys-lru");
                ServiceProcess service =
                        NotificationMode.ON.service().redis(redis).start()) {
            assertWarnsOf(service, "allkeys-lru");
            redis.cli("CONFIG", "SET", "maxmemory-policy", "noeviction");
            Await.await("the warning is gone").until(() -> !redisHealth(service).contains("maxmemory-policy"));
        }
    }

    /** Fills the memory until Redis has nothing left to remove, and empties it again. */
    private static void evictDueKeys(RedisProcess redis) {
        long used = redis.cliString("INFO", "memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
        redis.cli("CONFIG", "SET", "maxmemory", Long.toString(used + 200_000));
        String filler = "x".repeat(20_000);
        try {
            for (int i = 0; i < 1_000; i++) {
                redis.cli("SET", "filler:" + i, filler);
            }
        } catch (RespError full) {
            assertThat(full).hasMessageContaining("OOM");
        }
        redis.cli("CONFIG", "SET", "maxmemory", "0");
    }

    private static List<String> dueKeys(RedisProcess redis) {
        return redis.cliList("KEYS", "{punctual.0}:due:*");
    }

    private static void assertWarnsOf(ServiceProcess service, String policy) {
        String warning = "maxmemory-policy is '" + policy + "'";
        Await.await("it is in the health").until(() -> redisHealth(service).contains(warning));
        assertThat(service.logs()).contains(warning);
        assertThat(service.adminHttp().get("/health-check?type=ready").status()).isEqualTo(200);
    }

    private static String redisHealth(ServiceProcess service) {
        return service.adminHttp()
                .get("/healthcheck")
                .json()
                .at("/redis/message")
                .asText();
    }
}
