package dev.punctual.cli;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code doctor} against Redis servers that are set up well, and wrongly in one way each. */
@Tag("functional")
final class DoctorTest {

    private static final List<String> WELL =
            List.of("--appendonly", "yes", "--notify-keyspace-events", "Ex", "--maxmemory", "100mb", "--save", "");

    private static RedisProcess redis(String... more) {
        List<String> arguments = new ArrayList<>(WELL);
        arguments.addAll(List.of(more));
        return RedisProcess.start(arguments.toArray(String[]::new));
    }

    /** What {@code doctor --json} says of one thing, and how it ended. */
    private record Seen(
            int exitCode, String severity, String detail, String meaning, String selfManaged, String managed) {

        static Seen of(String uri, String finding, String... more) {
            List<String> words = new ArrayList<>(List.of("doctor", "--json", "--redis-uri", uri));
            words.addAll(List.of(more));
            CommandRun run = CommandRun.of(Map.of(), words.toArray(String[]::new));
            JsonNode answer = Json.tree(run.out()).orElseThrow(() -> new AssertionError(run.toString()));
            for (JsonNode one : answer.path("findings")) {
                if (one.path("id").asText().equals(finding)) {
                    return new Seen(
                            run.exitCode(),
                            one.path("severity").asText(),
                            one.path("detail").asText(),
                            one.path("meaning").asText(),
                            one.path("fix").path("selfManaged").asText(),
                            one.path("fix").path("managed").asText());
                }
            }
            throw new AssertionError("no " + finding + " in " + run.out());
        }
    }

    private static void assertSeen(
            String uri, String finding, String severity, String detail, String selfManaged, String managed) {
        Seen seen = Seen.of(uri, finding);
        assertThat(seen.severity()).as(seen.toString()).isEqualTo(severity);
        assertThat(seen.detail()).contains(detail);
        assertThat(seen.meaning()).isNotEmpty();
        assertThat(seen.selfManaged()).contains(selfManaged);
        assertThat(seen.managed()).contains(managed);
        switch (severity) {
            case "critical" -> assertThat(seen.exitCode()).isEqualTo(5);
            case "warning" -> assertThat(seen.exitCode()).isGreaterThanOrEqualTo(4);
            default -> assertThat(seen.exitCode()).isBetween(0, 5);
        }
    }

    @Test
    void findsNothingWorthAWarningInAGoodOne() {
        try (RedisProcess redis = redis()) {
            CommandRun run = CommandRun.of("doctor", "--redis-uri", redis.uri());
            assertThat(run.exitCode()).as(run.out()).isZero();
            assertThat(run.lines()).allSatisfy(line -> assertThat(line).startsWith("ok "));
            assertThat(run.out()).contains("a key left alone was gone ", "Notifications arrive", "Redis 7.0");
            assertThat(redis.cliList("KEYS", "*")).isEmpty();
        }
    }

    @Test
    void findsFlagsThatAreMissing() {
        try (RedisProcess redis = redis("--notify-keyspace-events", "K")) {
            assertSeen(
                    redis.uri(),
                    "notification-flags",
                    "warning",
                    "is 'K'",
                    "CONFIG SET notify-keyspace-events KEx",
                    "parameter group");
        }
    }

    @Test
    void findsAnEvictionPolicyThatRemovesJobs() {
        try (RedisProcess redis = redis("--maxmemory-policy", "allkeys-lru")) {
            assertSeen(
                    redis.uri(),
                    "eviction-policy",
                    "critical",
                    "allkeys-lru",
                    "CONFIG SET maxmemory-policy noeviction",
                    "noeviction");
            redis.cli("CONFIG", "SET", "maxmemory", "0");
            assertSeen(
                    redis.uri(),
                    "eviction-policy",
                    "warning",
                    "not",
                    "CONFIG SET maxmemory-policy noeviction",
                    "noeviction");
        }
    }

    @Test
    void findsThatNothingIsWrittenToDisk() {
        try (RedisProcess redis = redis("--appendonly", "no")) {
            assertSeen(redis.uri(), "persistence", "critical", "save ''", "CONFIG SET appendonly yes", "AOF");
            redis.cli("CONFIG", "SET", "save", "3600 1");
            assertSeen(redis.uri(), "persistence", "warning", "save 3600 1", "CONFIG SET appendonly yes", "AOF");
        }
    }

    @Test
    void findsAnFsyncThatIsLeftToTheSystem() {
        try (RedisProcess redis = redis("--appendfsync", "no")) {
            assertSeen(
                    redis.uri(),
                    "persistence",
                    "warning",
                    "appendfsync no",
                    "CONFIG SET appendfsync everysec",
                    "everysec");
        }
    }

    @Test
    void findsThatMemoryIsShort() {
        try (RedisProcess redis = redis()) {
            redis.cli("CONFIG", "SET", "maxmemory", usedPercent(redis, 80));
            assertSeen(redis.uri(), "memory-headroom", "warning", " %", "CONFIG SET maxmemory", "larger node");
            redis.cli("CONFIG", "SET", "maxmemory", usedPercent(redis, 98));
            assertSeen(redis.uri(), "memory-headroom", "critical", " %", "CONFIG SET maxmemory", "larger node");
        }
    }

    private static String usedPercent(RedisProcess redis, long percent) {
        return Long.toString(number(redis, "memory", "used_memory") * 100 / percent);
    }

    private static long number(RedisProcess redis, String section, String field) {
        return redis.cliString("INFO", section)
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(field.length() + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void findsAnExpiryCycleThatIsTooSlow() {
        try (RedisProcess redis = redis("--hz", "1")) {
            assertSeen(
                    redis.uri(),
                    "expiry-cycle",
                    "warning",
                    "hz 1, active-expire-effort 1",
                    "CONFIG SET hz 10",
                    "PUNCTUAL_NUDGE");
        }
    }

    @Test
    void measuresThatAKeyLeftAloneStaysOn() {
        try (RedisProcess redis = redis()) {
            redis.cli("DEBUG", "SET-ACTIVE-EXPIRE", "0");
            Seen nudged = Seen.of(redis.uri(), "expiry-cycle");
            assertThat(nudged.severity()).isEqualTo("info");
            assertThat(nudged.detail()).contains("was still there 2000 ms after its end");
            CommandRun unnudged =
                    CommandRun.of(Map.of("PUNCTUAL_NUDGE", "false"), "doctor", "--redis-uri", redis.uri());
            assertThat(unnudged.exitCode()).isEqualTo(4);
            assertThat(unnudged.out()).contains("warning   expiry-cycle", "set PUNCTUAL_NUDGE to true");
        }
    }

    @Test
    void findsAnOutputBufferThatIsTooSmall() {
        try (RedisProcess redis = redis("--client-output-buffer-limit", "pubsub 1mb 512kb 60")) {
            assertSeen(
                    redis.uri(),
                    "pubsub-buffer",
                    "warning",
                    "pubsub 1048576 524288 60",
                    "CONFIG SET client-output-buffer-limit",
                    "client-output-buffer-limit-pubsub-hard-limit");
        }
    }

    @Test
    void findsThatRedisWantsReplicasThatItDoesNotHave() {
        try (RedisProcess redis = redis("--min-replicas-to-write", "1")) {
            assertSeen(
                    redis.uri(),
                    "replicas",
                    "critical",
                    "0 replicas",
                    "CONFIG SET min-replicas-to-write 0",
                    "replicas");
        }
    }

    @Test
    void findsThatItTalksToAReplica() {
        try (RedisProcess primary = redis();
                RedisProcess replica = redis("--replicaof", primary.host() + " " + primary.port())) {
            await("the replica is linked")
                    .until(() -> replica.cliString("INFO", "replication").contains("master_link_status:up"));
            assertSeen(
                    replica.uri(),
                    "replicas",
                    "critical",
                    "role slave",
                    "redis://127.0.0.1:" + primary.port(),
                    "primary endpoint");
            assertSeen(
                    primary.uri(),
                    "replicas",
                    "info",
                    "1 replicas",
                    "CONFIG SET min-replicas-to-write 1",
                    "min-replicas-to-write 1");
        }
    }

    @Test
    void findsRightsThatAUserDoesNotHave() {
        try (RedisProcess redis = redis()) {
            redis.cli(
                    "ACL",
                    "SETUSER",
                    "narrow",
                    "on",
                    ">secret",
                    "~{punctual.*",
                    "~punctual:*",
                    "&*",
                    "+@all",
                    "-zadd",
                    "-rpush");
            Seen narrow = Seen.of(redis.uri("narrow", "secret"), "acl-rights");
            assertThat(narrow.severity()).isEqualTo("critical");
            assertThat(narrow.exitCode()).isEqualTo(5);
            assertThat(narrow.detail())
                    .contains("user narrow may not: ", "ZADD {punctual.0}:schedule", "RPUSH punctual:queue:x");
            assertThat(narrow.selfManaged())
                    .contains("ACL SETUSER narrow", "+zadd", "+rpush")
                    .doesNotContain("+zrem");

            redis.cli("ACL", "SETUSER", "keyless", "on", ">secret", "~punctual:*", "&*", "+@all");
            assertThat(Seen.of(redis.uri("keyless", "secret"), "acl-rights").selfManaged())
                    .contains("~{punctual.0}:schedule");

            redis.cli(
                    "ACL",
                    "SETUSER",
                    "deaf",
                    "on",
                    ">secret",
                    "~{punctual.*",
                    "~punctual:*",
                    "resetchannels",
                    "&punctual:*",
                    "+@all");
            Seen deaf = Seen.of(redis.uri("deaf", "secret"), "acl-rights");
            assertThat(deaf.severity()).isEqualTo("warning");
            assertThat(deaf.selfManaged()).contains("+psubscribe", "&__keyevent@*__:expired");
            assertThat(Seen.of(redis.uri("deaf", "secret"), "notification-flags")
                            .selfManaged())
                    .contains("ACL SETUSER deaf &__keyevent@*__:expired");

            redis.cli("ACL", "SETUSER", "mute", "on", ">secret", "~*", "&*", "+@all", "-eval", "-evalsha");
            assertThat(Seen.of(redis.uri("mute", "secret"), "acl-rights").severity())
                    .isEqualTo("critical");
        }
    }

    @Test
    void takesARefusedConfigAsItIs() {
        try (RedisProcess redis = redis()) {
            redis.cli("ACL", "SETUSER", "managed", "on", ">secret", "~*", "&*", "+@all", "-config");
            CommandRun run = CommandRun.of("doctor", "--redis-uri", redis.uri("managed", "secret"));
            assertThat(run.exitCode()).as(run.out()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .contains("info      config-access", "info      pubsub-buffer", "ok        notification-flags");
        }
        try (RedisProcess redis = redis("--rename-command", "CONFIG", "")) {
            assertSeen(redis.uri(), "config-access", "info", "unknown command", "+config|get", "parameter group");
        }
    }

    @Test
    void findsALayoutThatItDoesNotKnow() {
        try (RedisProcess redis = redis()) {
            redis.cli("SET", "punctual:layout", "99");
            assertSeen(redis.uri(), "key-layout", "critical", "layout 99", "PUNCTUAL_NAMESPACE", "PUNCTUAL_NAMESPACE");
            assertThat(Seen.of(redis.uri(), "key-layout", "--namespace", "other")
                            .severity())
                    .isEqualTo("ok");
        }
    }

    @Test
    void saysWhereNoRedisAnswers() {
        CommandRun run = CommandRun.of("doctor", "--redis-uri", "redis://127.0.0.1:" + FreePort.next());
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err()).hasLineCount(1).contains("PUNCTUAL_REDIS_URI");
        assertThat(run.out()).isEmpty();
    }
}
