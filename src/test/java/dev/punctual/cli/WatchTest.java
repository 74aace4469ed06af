package dev.punctual.cli;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The live tail against the real service. */
@Tag("functional")
final class WatchTest {

    private static final String FIRE = "{'id':'a\\u001bb','queue':'q','name':'n','path':'sweep','cause':'lost',"
            + "'firedAt':'2030-01-01T00:00:00.000Z','lagMs':7,'outcome':'delivered'}";

    private static RedisProcess redis;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start("--save", "");
        service = ServiceProcess.builder()
                .redis(redis)
                .jvm("-XX:TieredStopAtLevel=1")
                .start();
    }

    @AfterAll
    static void stop() {
        service.close();
        redis.close();
    }

    @Test
    void showsThePastAndEndsAfterTheCount() throws Exception {
        fire("past", "one");
        fire("past", "two");

        CommandRun plain = watch("--queue", "past", "--since", "10m", "--count", "2");
        assertThat(plain.exitCode()).isZero();
        assertThat(plain.lines()).hasSize(2);
        assertThat(plain.lines().get(0))
                .contains(" ms ", "delivered", "past  one")
                .doesNotContain("\u001b");

        CommandRun json = watch("--queue", "past", "--since", "10m", "--count", "2", "--json");
        assertThat(json.lines()).hasSize(2);
        assertThat(new ObjectMapper().readTree(json.lines().get(1)).path("id").asText())
                .isEqualTo("two");
    }

    @Test
    void goesOnAfterACutWithoutALossAndSaysSo() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        fire("cut", "before");
        CompletableFuture<Integer> ended =
                CompletableFuture.supplyAsync(() -> Punctual.commandLine(new Terminal(out, err), Map.of())
                        .execute(words("--queue", "cut", "--since", "10m", "--count", "3")));
        await("the first is shown").until(() -> text(out).contains("before"));
        service.term();
        service.awaitExit();
        service.restart();
        fire("cut", "second");
        fire("cut", "third");
        await("it ended").until(ended::isDone);

        assertThat(ended).isCompletedWithValue(0);
        assertThat(text(out).lines()).hasSize(3).last().asString().contains("third");
        assertThat(text(err)).contains("punctual: cut (", "punctual: going on where it was");
    }

    @Test
    void refusesWhatMeansNothing() {
        assertThat(watch("--path", "slow").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(watch("--path", "slow").err()).contains("path must be fast or sweep");
        assertThat(watch("--since", "yesterday").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
        CommandRun nobody = CommandRun.of("watch", "--url", "http://127.0.0.1:" + FreePort.next());
        assertThat(nobody.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(nobody.err().lines()).hasSize(1);
    }

    @Test
    void coloursPathAndCauseOnlyWhereAskedToAndShowsHostileTextAsText() throws Exception {
        var fire = new ObjectMapper().readTree(FIRE.replace('\'', '"'));

        assertThat(FireLine.of(fire, false)).doesNotContain("\u001b").contains("sweep lost", "7 ms", "a\\u001bb");
        assertThat(FireLine.of(fire, true))
                .contains("\u001b[38;5;166msweep lost")
                .contains("a\\u001bb");
    }

    private static void fire(String queue, String id) {
        assertThat(service.http()
                        .post("/v1/jobs", "{\"id\":\"" + id + "\",\"queue\":\"" + queue + "\",\"delay\":\"0s\"}")
                        .status())
                .isEqualTo(201);
        await("it fired").until(() -> service.http()
                .get("/v1/jobs/" + id)
                .json()
                .path("state")
                .asText()
                .equals("delivered"));
    }

    private static CommandRun watch(String... more) {
        return CommandRun.of(words(more));
    }

    private static String[] words(String... more) {
        List<String> words =
                new ArrayList<>(List.of("watch", "--url", service.api().toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
