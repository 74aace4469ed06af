package dev.punctual.cli;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code doctor --repair} on keys that somebody has laid hands on while no service ran. */
@Tag("functional")
final class RepairTest {

    private static final String SCHEDULE = "{punctual.0}:schedule";

    private static CommandRun doctor(RedisProcess redis, String... more) {
        String[] words = new String[more.length + 3];
        words[0] = "doctor";
        words[1] = "--redis-uri";
        words[2] = redis.uri();
        System.arraycopy(more, 0, words, 3, more.length);
        return CommandRun.of(Map.of(), words);
    }

    @Test
    void orphansOfEachKindAreFoundAndMendedAndTheirJobsFire() {
        try (RedisProcess redis = RedisProcess.start("--appendonly", "yes");
                ServiceProcess service = ServiceProcess.builder().redis(redis).start()) {
            for (String id : new String[] {"unscheduled", "moved", "whole", "far"}) {
                String delay = id.equals("far") ? "1h" : "5s";
                assertThat(service.http()
                                .post("/v1/jobs", "{\"id\":\"" + id + "\",\"delay\":\"" + delay + "\"}")
                                .status())
                        .isEqualTo(201);
            }
            service.http().put("/v1/queues/held/pause", "");
            assertThat(service.http()
                            .post("/v1/jobs", "{\"id\":\"parked\",\"queue\":\"held\",\"delay\":\"0s\"}")
                            .status())
                    .isEqualTo(201);
            await("it is parked").until(() -> redis.cliLong("ZCARD", "{punctual.0}:parked:held") == 1);
            assertThat(doctor(redis).out())
                    .contains("ok        orphan-records", "ok        orphan-entries", "ok        orphan-due-keys");

            service.term();
            service.awaitExit();
            redis.cli("ZREM", SCHEDULE, "unscheduled");
            redis.cli("ZADD", SCHEDULE, "XX", "99999999999999", "moved");
            redis.cli("ZADD", SCHEDULE, "88888888888888", "ghost");
            redis.cli("ZADD", "{punctual.0}:running", "1", "runs-not");
            redis.cli("ZADD", "{punctual.0}:dead", "1", "dead-not");
            redis.cli("ZADD", "{punctual.0}:parked:held", "1", "parked-not");
            redis.cli("SET", "{punctual.0}:due:7:whole", "0", "EX", "1000");
            redis.cli("SET", "{punctual.0}:due:1:nobody", "0", "EX", "1000");

            CommandRun found = doctor(redis);
            assertThat(found.exitCode()).isEqualTo(4);
            assertThat(found.out())
                    .contains("found    2, among them", "unscheduled", "moved")
                    .contains("found    4, among them ghost, runs-not, dead-not, parked-not; ")
                    .contains("7:whole", "1:nobody")
                    .contains("which are all", "scripts/punctual doctor --repair");

            CommandRun repaired = doctor(redis, "--repair");
            assertThat(repaired.exitCode()).as(repaired.toString()).isZero();
            assertThat(repaired.out())
                    .startsWith("repaired: 2 jobs put back, 4 entries taken off, 2 due keys removed; ");
            assertThat(doctor(redis, "--repair").out())
                    .startsWith("repaired: 0 jobs put back, 0 entries taken off, 0 due keys removed; ");
            assertThat(redis.cliList("ZRANGE", SCHEDULE, "0", "-1"))
                    .contains("unscheduled", "moved", "far")
                    .doesNotContain("ghost");
            assertThat(redis.cliList("ZRANGE", "{punctual.0}:parked:held", "0", "-1"))
                    .containsExactly("parked");

            service.restart();
            await("all have fired").until(() -> redis.cliLong("LLEN", "punctual:queue:default") == 3);
            assertThat(redis.cliList("LRANGE", "punctual:queue:default", "0", "-1")
                            .toString())
                    .contains("unscheduled", "moved", "whole");
            assertThat(doctor(redis, "--repair", "--json").out()).contains("\"complete\":true", "\"entries\":0");
            assertThat(redis.cliLong("ZCARD", SCHEDULE)).isEqualTo(1);
        }
    }

    @Test
    void aRepairThatRedisRefusesSaysSo() {
        try (RedisProcess redis = RedisProcess.start("--appendonly", "yes")) {
            redis.cli("ACL", "SETUSER", "reader", "on", ">secret", "~*", "&*", "+@all", "-zrange");
            redis.cli("ZADD", SCHEDULE, "1", "ghost");
            CommandRun run =
                    CommandRun.of(Map.of(), "doctor", "--repair", "--redis-uri", redis.uri("reader", "secret"));
            assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(run.err()).hasLineCount(1).contains("not complete");
        }
    }
}
