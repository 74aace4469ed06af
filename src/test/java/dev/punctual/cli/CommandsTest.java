package dev.punctual.cli;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every command against the real service on its embedded Redis. */
@Tag("functional")
final class CommandsTest {

    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        service = ServiceProcess.builder().start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void aJobIsScheduledShownMovedAndTakenBack() {
        CommandRun made = run(
                "schedule",
                "--id",
                "one",
                "--queue",
                "orders",
                "--name",
                "close",
                "--delay",
                "1h",
                "--payload",
                "{\"n\": 1.10}");
        assertThat(made.exitCode()).isZero();
        assertThat(made.out()).startsWith("one is scheduled, due ").contains("queue orders");
        assertThat(run(
                                "schedule",
                                "--id",
                                "one",
                                "--queue",
                                "orders",
                                "--name",
                                "close",
                                "--delay",
                                "1h",
                                "--payload",
                                "{\"n\": 1.10}")
                        .out())
                .startsWith("nothing new");

        CommandRun got = run("get", "one");
        assertThat(got.lines()).startsWith("one is scheduled").contains("  payload     {\"n\": 1.10}", "timeline");
        assertThat(got.out()).contains("scheduled       generation 1");
        assertThat(run("get", "one", "--json").out())
                .startsWith("{\"id\":\"one\"")
                .contains("{\"n\": 1.10}");

        assertThat(run("reschedule", "one", "--at", "2040-01-01T00:00:00Z").out())
                .contains("one is scheduled, due 2040-01-01T00:00:00.000Z");
        assertThat(run("list", "--queue", "orders", "--state", "scheduled")
                        .lines()
                        .get(1))
                .startsWith("one ")
                .endsWith("orders  close");
        assertThat(run("cancel", "one").out()).isEqualTo("one is cancelled: it will not start\n");
        assertThat(run("fire", "one")).satisfies(again -> {
            assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(again.err()).hasLineCount(1).contains("cancelled", "409");
        });
    }

    @Test
    void aFireIsShownWithItsPathAndLag() {
        assertThat(run("schedule", "--id", "now", "--delay", "1h").exitCode()).isZero();
        assertThat(run("fire", "now").exitCode()).isZero();
        await("the job has fired").until(() -> run("get", "now").out().startsWith("now is delivered"));
        assertThat(run("get", "now").out()).contains(" after it was due, by the ", " path: ", "outcome     delivered");
        assertThat(run("fires", "--queue", "default", "--limit", "5").lines())
                .anySatisfy(line -> assertThat(line).contains(" ms  ", "delivered  default  now"));
        assertThat(run("stats").out()).contains("jobs       ", "fires      ", "notified   ", "redis      ");
        assertThat(run("stats", "--json").out()).startsWith("{\"instances\":");
    }

    @Test
    void deadJobsAreListedReplayedAndRemoved() {
        redis("SET", "punctual:queue:torn", "not a list");
        for (String id : new String[] {"d1", "d2", "d3", "d4"}) {
            assertThat(run("schedule", "--id", id, "--queue", "torn", "--delay", "0s", "--retry", "{\"maxAttempts\":1}")
                            .exitCode())
                    .isZero();
        }
        await("all are dead").until(() -> run("dead", "--queue", "torn").lines().size() == 5);
        assertThat(run("dead", "--queue", "torn", "--reason", "WRONGTYPE")
                        .lines()
                        .get(1))
                .matches("d1  +20\\S+Z  +1  +torn +WRONGTYPE .*");
        assertThat(run("dead", "--queue", "torn", "--reason", "deadline").out()).isEqualTo("no dead jobs\n");
        assertThat(run("dead", "--queue", "torn", "--limit", "1").out()).contains("more follows: --cursor ");

        redis("DEL", "punctual:queue:torn");
        assertThat(run("replay", "d1").out()).startsWith("d1 is scheduled, due ");
        assertThat(run("remove", "d2").out()).isEqualTo("1 dead job is removed\n");
        assertThat(run("get", "d2").err()).contains("404");
        assertThat(run("replay", "d2")).satisfies(gone -> {
            assertThat(gone.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(gone.err()).hasLineCount(1).contains("404");
        });
        assertThat(run("replay", "--queue", "torn", "--reason", "deadline").out())
                .isEqualTo("0 dead jobs are waiting again\n");
        assertThat(run("replay", "--queue", "torn").out()).isEqualTo("2 dead jobs are waiting again\n");
        await("they have fired")
                .until(() -> run("list", "--queue", "torn", "--state", "delivered")
                                .lines()
                                .size()
                        == 4);
        assertThat(run("remove", "--all", "--json").out()).isEqualTo("{\"removed\":0}\n");
        assertThat(run("replay", "--queue", "a b").err()).contains("queue must be");
    }

    @Test
    void aQueueIsPausedAndResumed() {
        assertThat(run("pause", "slow").out()).isEqualTo("queue slow is paused: its jobs wait until it is resumed\n");
        assertThat(run("schedule", "--id", "held", "--queue", "slow", "--delay", "0s")
                        .exitCode())
                .isZero();
        assertThat(run("resume", "slow").out()).isEqualTo("queue slow is not paused: its jobs fire\n");
        await("it fires").until(() -> run("get", "held").out().startsWith("held is delivered"));
        assertThat(run("pause", "a b")).satisfies(refused -> {
            assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(refused.err()).hasLineCount(1).contains("422");
        });
    }

    @Test
    void refusalsNameTheFieldAndOddIdsDoNoHarm() {
        CommandRun refused = run("schedule", "--delay", "soon", "--queue", "a b");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).hasLineCount(1).contains("delay ", "queue ", "(422 ");
        for (String odd : new String[] {"a/b", "a?b", "..", "a;b", "%2e", "ü", "\u001b[31m"}) {
            CommandRun run = run("get", odd);
            assertThat(run.exitCode()).as(odd).isEqualTo(ExitCode.REFUSED);
            assertThat(run.err()).as(odd).hasLineCount(1).doesNotContain("\u001b");
        }
    }

    @Test
    void whereNothingAnswersTheWayOutIsNamed() {
        CommandRun run = CommandRun.of("stats", "--url", "http://127.0.0.1:" + FreePort.next());
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err()).hasLineCount(1).contains("nothing answers at http://127.0.0.1:", "scripts/run");
    }

    @Test
    void anyCommandReachesTheEmbeddedRedis() {
        assertThat(run("schedule", "--id", "kept", "--delay", "1h").exitCode()).isZero();
        assertThat(redis("PTTL", "{punctual.0}:due:1:kept").out()).matches("\\(integer\\) [0-9]{7}\n");
        assertThat(redis("ZSCORE", "{punctual.0}:schedule", "kept").out()).matches("\"[0-9]{13}\"\n");
        assertThat(redis("LRANGE", "no:such:list", "0", "-1").out()).isEqualTo("(empty array)\n");
        assertThat(redis("GET", "no:such:key").out()).isEqualTo("(nil)\n");
        assertThat(redis("SET", "cli:empty", "").out()).isEqualTo("OK\n");
        assertThat(redis("TYPE", "cli:empty").out()).isEqualTo("string\n");
        assertThat(redis("GET", "cli:empty").out()).isEqualTo("\"\"\n");
        assertThat(redis("ECHO", "--").out()).isEqualTo("\"--\"\n");
        assertThat(redis("EVAL", "return {1,{'a',{}},redis.error_reply('ERR in')}", "0")
                        .out())
                .isEqualTo("1) (integer) 1\n2) 1) \"a\"\n   2) (empty array)\n3) (error) ERR in\n");
        CommandRun wrong = redis("NOSUCH");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(wrong.out()).startsWith("(error) ERR unknown command");
    }

    @Test
    void aRedisThatDoesNotAnswerIsNamedWithoutItsPassword() {
        String uri = "redis://user:s3cret@127.0.0.1:" + FreePort.next();
        CommandRun run = CommandRun.of(Map.of("PUNCTUAL_REDIS_URI", uri), "redis", "PING");
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err()).hasLineCount(1).contains("127.0.0.1").doesNotContain("s3cret");
        CommandRun none = CommandRun.of(Map.of("PUNCTUAL_DATA_DIR", "/no/such/directory"), "redis", "PING");
        assertThat(none.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(none.err()).contains("scripts/run");
    }

    @Test
    void aProcessOfItsOwnReadsTheEnvironmentAndPrintsNothingBesides() throws Exception {
        Process stats = process("stats", "--json");
        assertThat(text(stats)).startsWith("{\"instances\":").endsWith("}\n");
        assertThat(stats.exitValue()).isEqualTo(ExitCode.DONE);
        Process redis = process("redis", "--no-typed", "PING");
        assertThat(text(redis)).isEqualTo("PONG\n");
        assertThat(redis.exitValue()).isEqualTo(ExitCode.DONE);
        Process unknown = process("get", "nobody");
        assertThat(text(unknown)).startsWith("punctual: ").contains("(404 ");
        assertThat(unknown.exitValue()).isEqualTo(ExitCode.REFUSED);
    }

    private static CommandRun run(String... words) {
        return CommandRun.of(append(words, "--url", service.api().toString()));
    }

    private static CommandRun redis(String... words) {
        String dataDir = service.directory().resolve("data").toString();
        return CommandRun.of(
                Map.of("PUNCTUAL_DATA_DIR", dataDir),
                Stream.concat(Stream.of("redis"), Arrays.stream(words)).toArray(String[]::new));
    }

    /** Its output and errors in one. */
    private static Process process(String... words) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = ProcessHandle.current().info().command().orElse("java");
        ProcessBuilder command = new ProcessBuilder(
                        append(new String[] {java, "-cp", classPath, Punctual.class.getName()}, words))
                .redirectErrorStream(true);
        command.environment().keySet().removeIf(name -> name.startsWith("PUNCTUAL_"));
        command.environment()
                .put("PUNCTUAL_PORT", Integer.toString(service.api().getPort()));
        command.environment()
                .put("PUNCTUAL_DATA_DIR", service.directory().resolve("data").toString());
        return command.start();
    }

    private static String text(Process process) throws Exception {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    private static String[] append(String[] words, String... more) {
        return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
    }
}
