package dev.punctual.redis;

import static dev.punctual.redis.NotificationFlags.Known.MISSING;
import static dev.punctual.redis.NotificationFlags.Known.PRESENT;
import static dev.punctual.redis.NotificationFlags.Known.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.redis.RedisSettings.FlagPolicy;
import dev.punctual.testkit.RedisProcess;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("redis")
class NotificationFlagsTest {

    private static RedisProcess redis;
    private static RedisConnections connections;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start("--save", "");
        connections = SharedConnections.open(redis);
    }

    @AfterAll
    static void stop() {
        connections.close();
        redis.close();
    }

    @BeforeEach
    void forgetStatistics() {
        redis.cli("CONFIG", "RESETSTAT");
    }

    @ParameterizedTest
    @CsvSource({
        "'', Ex, Ex",
        "g, Ex, gEx",
        "Eg, Ex, Egx",
        "Kx, Ex, KxE",
        "KEA, Ex, KEA",
        "KA, Ex, KEA",
        "A, Kx, AK",
        "Ex, Kx, ExK",
        "Kz$m, Kx, Kz$mx",
        "Ex, Ex, Ex",
    })
    void addsWhatIsMissingAndTakesNothingAway(String before, String needed, String after) {
        set(before);

        assertThat(flags(FlagPolicy.AUTO, needed).ensure()).isEqualTo(PRESENT);

        assertThat(letters(value())).isEqualTo(letters(after));
    }

    @Test
    void setsNothingWhereNothingIsMissing() {
        set("KEA");
        redis.cli("CONFIG", "RESETSTAT");

        assertThat(flags(FlagPolicy.AUTO, "Ex").ensure()).isEqualTo(PRESENT);

        assertThat(configCommands()).doesNotContainKey("set");
    }

    @ParameterizedTest
    @EnumSource(
            value = FlagPolicy.class,
            names = {"CHECK", "OFF"})
    void neverSetsWhereItMayNot(FlagPolicy policy) {
        set("");
        redis.cli("CONFIG", "RESETSTAT");

        assertThat(flags(policy, "Ex").ensure()).isEqualTo(policy == FlagPolicy.CHECK ? MISSING : UNKNOWN);
        assertThat(flags(policy, "Ex").look()).isEqualTo(policy == FlagPolicy.CHECK ? MISSING : UNKNOWN);

        assertThat(value()).isEmpty();
        assertThat(configCommands()).doesNotContainKey("set");
        if (policy == FlagPolicy.OFF) {
            assertThat(configCommands().get("get")).isEqualTo(1); // the test's own
        }
    }

    @Test
    void knowsNothingWhereConfigIsRefused() {
        set("");
        redis.cli("ACL", "SETUSER", "noconfig", "reset", "on", ">secret", "allkeys", "allchannels", "+@all", "-config");
        try (RedisConnections limited =
                SharedConnections.open(redis.uri("noconfig", "secret"), Duration.ofSeconds(5))) {
            NotificationFlags flags = new NotificationFlags(SharedConnections.runner(limited), FlagPolicy.AUTO, "Ex");

            assertThat(flags.ensure()).isEqualTo(UNKNOWN);
            assertThat(flags.look()).isEqualTo(UNKNOWN);
        }
    }

    @Test
    void saysWhatIsMissingWhereItMayLookOnly() {
        set("");
        redis.cli(
                "ACL",
                "SETUSER",
                "look",
                "reset",
                "on",
                ">secret",
                "allkeys",
                "allchannels",
                "+@all",
                "-config",
                "+config|get");
        try (RedisConnections limited = SharedConnections.open(redis.uri("look", "secret"), Duration.ofSeconds(5))) {
            NotificationFlags flags = new NotificationFlags(SharedConnections.runner(limited), FlagPolicy.AUTO, "Ex");

            assertThat(flags.ensure()).isEqualTo(MISSING);
            assertThat(value()).isEmpty();
        }
    }

    private static NotificationFlags flags(FlagPolicy policy, String needed) {
        return new NotificationFlags(SharedConnections.runner(connections), policy, needed);
    }

    private static void set(String flags) {
        redis.cli("CONFIG", "SET", "notify-keyspace-events", flags);
    }

    private static String value() {
        return redis.cliList("CONFIG", "GET", "notify-keyspace-events").get(1);
    }

    private static TreeSet<Character> letters(String flags) {
        return flags.chars().mapToObj(letter -> (char) letter).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Integer> configCommands() {
        return redis.cliString("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_config|"))
                .collect(Collectors.toMap(
                        line -> line.substring("cmdstat_config|".length(), line.indexOf(':')),
                        line -> Integer.parseInt(line.replaceAll(".*:calls=(\\d+).*", "$1"))));
    }
}
