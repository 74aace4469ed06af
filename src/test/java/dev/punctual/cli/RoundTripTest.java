package dev.punctual.cli;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code export} and {@code import} through a service whose heap is smaller than the jobs. */
@Tag("functional")
final class RoundTripTest {

    private static final int JOBS = 20_000;
    private static final String PAYLOAD =
            "{\"n\": 1.10, \"t\" : \"\u00fc\\u00fc \\n\", \"pad\":\"" + "x".repeat(1_500) + "\"}";
    private static final String TIED = "2040-01-01T00:00:00.000Z";

    private static RedisProcess redis;
    private static ServiceProcess service;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start("--save", "");
        service = ServiceProcess.builder()
                .redis(redis)
                .jvm("-Xmx48m", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1")
                .start();
    }

    @AfterAll
    static void stop() {
        service.close();
        redis.close();
    }

    private static CommandRun run(String... words) {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--url";
        all[words.length + 1] = service.api().toString();
        return CommandRun.of(all);
    }

    /** Half of the jobs are due in one millisecond, in an order that is not that of their ids. */
    private static List<String> lines() {
        List<Integer> numbers = IntStream.range(0, JOBS).boxed().collect(Collectors.toList());
        Collections.shuffle(numbers, new Random(1));
        return numbers.stream()
                .map(number -> String.format(
                        Locale.ROOT,
                        "{\"id\":\"job-%05d\",\"queue\":\"moving\",\"name\":\"n%d\",\"at\":\"%s\",\"payload\":%s,"
                                + "\"retry\":{\"maxAttempts\":3,\"backoff\":{\"type\":\"fixed\",\"initial\":\"2s\",\"max\":\"1m\",\"jitter\":0.5}},"
                                + "\"deadline\":\"90s\"}",
                        number,
                        number,
                        number % 2 == 0
                                ? TIED
                                : String.format(
                                        Locale.ROOT, "2041-01-01T00:00:%02d.%03dZ", number / 1000, number % 1000),
                        PAYLOAD))
                .toList();
    }

    @Test
    void twentyThousandJobsComeBackAsTheyWere() throws IOException {
        Path sent = folder.resolve("sent");
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        List<String> lines = lines();
        Files.write(sent, lines);
        CommandRun made = run("import", sent.toString());
        assertThat(made.out()).isEqualTo("20000 jobs scheduled, 0 known already, 0 failed\n");
        assertThat(made.exitCode()).isZero();
        assertThat(run("pause", "held").exitCode()).isZero();
        assertThat(run("schedule", "--id", "parked", "--queue", "held", "--delay", "0s")
                        .exitCode())
                .isZero();
        await("it is parked").until(() -> redis.cliLong("ZCARD", "{punctual.0}:parked:held") == 1);

        CommandRun exported = run("export", first.toString());
        assertThat(exported.exitCode()).as(exported.err()).isZero();
        assertThat(exported.err()).isEqualTo("20001 jobs exported\n");
        List<String> read = Files.readAllLines(first);
        assertThat(read.get(JOBS)).startsWith("{\"id\":\"parked\",\"queue\":\"held\",\"at\":\"");
        // Those of one due time in the order in which they were sent, and each as it was sent.
        List<String> tied = lines.stream().filter(line -> line.contains(TIED)).toList();
        assertThat(read.subList(0, tied.size())).isEqualTo(tied);
        assertThat(read.subList(0, JOBS)).containsExactlyInAnyOrderElementsOf(lines);

        redis.cli("FLUSHDB");
        await("the layout is claimed again").until(() -> redis.cliLong("EXISTS", "punctual:layout") == 1);
        assertThat(run("pause", "held").exitCode()).isZero();
        assertThat(run("import", first.toString()).out()).startsWith("20001 jobs scheduled, 0 known already, 0 failed");
        await("it is parked").until(() -> redis.cliLong("ZCARD", "{punctual.0}:parked:held") == 1);
        assertThat(run("export", second.toString()).exitCode()).isZero();
        // One that was due already is due at once.
        assertThat(Files.readAllLines(second).subList(0, JOBS)).isEqualTo(read.subList(0, JOBS));
        assertThat(Files.readAllLines(second)).hasSize(JOBS + 1);
        assertThat(service.isRunning()).isTrue();
        redis.cli("FLUSHDB");
    }

    @Test
    void aLineThatFailsIsToldWithItsNumberAndTheOthersGoOn() throws IOException {
        Path file = folder.resolve("mixed");
        Files.writeString(
                file,
                "{\"id\":\"good\",\"delay\":\"1h\"}\n\nnot json\n{\"id\":\"bad\",\"delay\":\"1h\",\"foo\":1}\n{\"id\":\"good\",\"delay\":\"1h\"}",
                StandardCharsets.UTF_8);
        CommandRun run = run("import", "--progress", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.out()).isEqualTo("1 jobs scheduled, 1 known already, 2 failed\n");
        assertThat(run.err().lines())
                .anySatisfy(line -> assertThat(line).startsWith("punctual: line 3: "))
                .anySatisfy(line -> assertThat(line).startsWith("punctual: line 4: foo is not known"));
        JsonNode good = Json.tree(run("get", "good", "--json").out()).orElseThrow();
        assertThat(good.path("state").asText()).isEqualTo("scheduled");
        assertThat(run("cancel", "good").exitCode()).isZero();
    }

    @Test
    void anImportFromNowhereOrToNobodyFailsInOneLine() throws IOException {
        assertThat(run("import", "/no/such/file")).satisfies(run -> {
            assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
            assertThat(run.err()).hasLineCount(1).contains("/no/such/file");
        });
        Path file = folder.resolve("one");
        Files.writeString(file, "{\"delay\":\"1h\"}\n");
        for (String command : new String[] {"import", "export"}) {
            CommandRun run = CommandRun.of(command, file.toString(), "--url", "http://127.0.0.1:" + FreePort.next());
            assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
            assertThat(run.err()).hasLineCount(1).contains("scripts/run");
        }
    }
}
