package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the service does not start with: it ends with a status of its own and names what is wrong, never a password. */
@Tag("faults")
final class RefusedStartTest {

    private static final String PASSWORD = "sesam-oeffne-dich";

    /** Everything that a shell, YAML or an address could stumble over. */
    private static final String ODD_PASSWORD = "p$a ${HOME} #w:'o\"r@d%/?&{}\\ %zz";

    private static RedisProcess redis;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start("--save", "", "--requirepass", PASSWORD);
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Test
    void refusesANodeOfARedisCluster() {
        try (RedisProcess node = RedisProcess.start("--save", "", "--cluster-enabled", "yes");
                ServiceProcess service =
                        NotificationMode.ON.service().redis(node).launch()) {
            assertRefuses(service, "redis.uri names a node of a Redis Cluster");
            assertThat(node.cliLong("DBSIZE")).isZero();
        }
    }

    @Test
    void refusesAKeyLayoutThatItDoesNotKnow() {
        redis.cli("SET", "younger:layout", "99");
        try (ServiceProcess service =
                NotificationMode.ON.service().redis(redis).namespace("younger").launch()) {
            assertRefuses(service, "key layout in Redis (younger:layout) is '99'");
            assertThat(redis.cliString("GET", "younger:layout")).isEqualTo("99");
        }
    }

    @Test
    void refusesABadSettingByItsName() throws IOException {
        try (ServiceProcess zero = NotificationMode.ON
                        .service()
                        .redis(redis)
                        .env("PUNCTUAL_SWEEP_INTERVAL", "0s")
                        .launch();
                ServiceProcess target = NotificationMode.ON
                        .service()
                        .redis(redis)
                        .config(with("queues: {}", "queues: {mail: {target: pigeon}}"))
                        .launch();
                ServiceProcess misspelt = NotificationMode.ON
                        .service()
                        .redis(redis)
                        .config(with("  interval:", "  intervall:"))
                        .launch();
                ServiceProcess address = NotificationMode.ON
                        .service()
                        .redis("redis:/:" + PASSWORD + "@127.0.0.1")
                        .launch();
                ServiceProcess lease = NotificationMode.ON
                        .service()
                        .redis(redis)
                        .env("PUNCTUAL_LEASE", "900ms")
                        .launch()) {
            assertRefuses(zero, "sweep.interval");
            assertRefuses(target, "queues.mail.target", "'pigeon'", "list");
            assertRefuses(misspelt, "sweep.intervall");
            assertRefuses(address, "redis.uri is not an address of Redis", "allowed");
            assertRefuses(lease, "lease must be longer than redis.timeouts.command");
        }
    }

    @Test
    void takesAPasswordOfOddCharactersAndKeepsItToItself() {
        redis.cli("ACL", "SETUSER", "odd", "on", ">" + ODD_PASSWORD, "~*", "&*", "+@all");
        String encoded = java.net.URLEncoder.encode(ODD_PASSWORD, java.nio.charset.StandardCharsets.UTF_8)
                .replace("+", "%20");
        String address = "@127.0.0.1:" + redis.port();
        try (ServiceProcess plain = NotificationMode.ON
                        .service()
                        .redis("redis://odd:" + ODD_PASSWORD + address)
                        .namespace("plain")
                        .launch();
                ServiceProcess escaped = NotificationMode.ON
                        .service()
                        .redis("redis://odd:" + encoded + address)
                        .namespace("escaped")
                        .launch()) {
            for (ServiceProcess service : java.util.List.of(plain, escaped)) {
                service.awaitReady();
                assertThat(new JobRequests(service.http())
                                .create("let-in", java.time.Duration.ZERO)
                                .status())
                        .isEqualTo(201);
                assertThat(service.logs()).doesNotContain(ODD_PASSWORD, encoded, "p$a", "%zz");
                assertThat(service.adminHttp().get("/health-check").body()).doesNotContain("p$a", "%zz");
            }
        }
    }

    private static void assertRefuses(ServiceProcess service, String... reasons) {
        assertThat(service.awaitExit()).isPositive();
        assertThat(service.logs()).contains(reasons).doesNotContain(PASSWORD);
    }

    private Path with(String line, String changed) throws IOException {
        String original = Files.readString(Path.of("config.yml"));
        assertThat(original).contains(line);
        Path file = Files.createTempFile(directory, "config", ".yml");
        return Files.writeString(file, original.replace(line, changed));
    }
}
