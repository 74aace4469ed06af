package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ArgumentsTest {

    @Test
    void aCommandIsNeeded() {
        assertIsMisused(CommandRun.of(), "Missing required subcommand", "scripts/punctual --help");
        assertIsMisused(CommandRun.of("explode"), "explode");
    }

    @Test
    void aJobIsDueByExactlyOneOfDelayAndAt() {
        assertIsMisused(CommandRun.of("schedule"), "--delay", "--at", "scripts/punctual schedule --help");
        assertIsMisused(CommandRun.of("schedule", "--delay", "1s", "--at", "2030-01-01T00:00:00Z"), "exclusive");
        assertIsMisused(CommandRun.of("reschedule", "first"), "--delay", "--at");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "", "1,\"id\":\"other\"", "1}", "{\"a\":1", "[1] 2", "\"a\":1"})
    void aPayloadIsOneJsonValue(String payload) {
        assertIsMisused(
                CommandRun.of("schedule", "--delay", "1s", "--payload", payload), "--payload", "one JSON value");
    }

    @Test
    void anIdIsNeededAndNotEmpty() {
        assertIsMisused(CommandRun.of("get"), "ID");
        assertIsMisused(CommandRun.of("cancel", ""), "must not be empty");
        assertIsMisused(CommandRun.of("fire", "one", "two"), "two");
    }

    @Test
    void deadJobsAreNamedInOneWay() {
        for (String command : new String[] {"replay", "remove"}) {
            assertIsMisused(CommandRun.of(command), "say which", "--queue", "--all");
            assertIsMisused(CommandRun.of(command, "one", "--all"), "say which");
            assertIsMisused(CommandRun.of(command, "--all", "--queue", "mail"), "say which");
            assertIsMisused(CommandRun.of(command, ""), "must not be empty");
        }
    }

    @Test
    void aQueueIsNeededToPauseAndResume() {
        assertIsMisused(CommandRun.of("pause"), "QUEUE");
        assertIsMisused(CommandRun.of("resume", ""), "must not be empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:8080", "ftp://localhost", "http://", "http://user:s3cret@localhost", "http://a b", "x"
            })
    void anAddressIsThatOfAServiceAndItsPasswordIsNotShown(String url) {
        CommandRun run = CommandRun.of("stats", "--url", url);
        assertIsMisused(run, "--url", "http[s]://host[:port]");
        assertThat(run.err()).doesNotContain("s3cret");
    }

    @Test
    void aLimitIsANumber() {
        assertIsMisused(CommandRun.of("fires", "--limit", "many"), "--limit");
    }

    @Test
    void controlCharactersOfArgumentsAreNotEchoed() {
        CommandRun run = CommandRun.of("stats", "\u001b[31mred\n");
        assertIsMisused(run, "\\u001b[31mred\\u000a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void aShellLearnsTheCommandsAndOptions(String shell) {
        CommandRun run = CommandRun.of("completion", shell);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("complete -F _complete_punctual", "doctor", "--repair", "--redis-uri");
        assertIsMisused(CommandRun.of("completion", "fish"), "bash, zsh");
    }

    @Test
    void theHelpOfTheDoctorStatesItsExitCodes() {
        assertThat(CommandRun.of("doctor", "--help").out()).contains("4", "warning", "5", "critical");
    }

    @Test
    void theHelpStatesTheCommandsAndExitCodes() {
        CommandRun run = CommandRun.of("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("schedule", "get", "cancel", "reschedule", "fire", "list", "fires", "stats", "redis")
                .contains("dead", "replay", "remove", "pause", "resume")
                .containsSubsequence("Exit codes:", "0", "done", "1", "refused", "2", "wrong usage", "3", "reached")
                .doesNotContain("\u001b");
        assertThat(CommandRun.of("schedule", "--help").out())
                .contains("--delay", "--payload", "--url", "PUNCTUAL_PORT", "Exit codes:");
    }

    @Test
    void theRedisNeedsAnAddressAndAWord() {
        assertIsMisused(CommandRun.of("redis"), "WORD");
        CommandRun run =
                CommandRun.of(java.util.Map.of("PUNCTUAL_REDIS_URI", "postgres://user:s3cret@host"), "redis", "PING");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains("redis://").doesNotContain("s3cret");
    }

    private static void assertIsMisused(CommandRun run, String... words) {
        assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("punctual: ").hasLineCount(1).contains(words);
    }
}
