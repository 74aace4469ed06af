package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Http;
import dev.punctual.testkit.RespClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change that took two commands could be cut in half by a crash between them. */
@Tag("faults")
class OneStepTest {

    private static final String QUEUE = "one-step";

    @Test
    void changesAJobByOneScriptCallEach() {
        try (Stage stage = new Stage("--notify-keyspace-events", "Ex")) {
            Http http = stage.start(stage.service()).http();
            makeScriptsKnown(http, stage);
            assertThat(commandsNaming("created", stage, () -> {
                        assertThat(http.post("/v1/jobs", job("created", "1h")).status())
                                .isEqualTo(201);
                    }))
                    .singleElement()
                    .satisfies(OneStepTest::isAScript);
            assertThat(commandsNaming("created", stage, () -> {
                        assertThat(http.patch("/v1/jobs/created", "{\"delay\":\"2h\"}")
                                        .status())
                                .isEqualTo(200);
                    }))
                    .singleElement()
                    .satisfies(OneStepTest::isAScript);
            assertThat(commandsNaming("created", stage, () -> {
                        assertThat(http.delete("/v1/jobs/created").status()).isEqualTo(204);
                    }))
                    .singleElement()
                    .satisfies(OneStepTest::isAScript);
        }
    }

    @Test
    void claimsAndHandsOverByOneScriptCall() {
        try (Stage stage = new Stage("--notify-keyspace-events", "Ex")) {
            Http http = stage.start(stage.service("sweep.interval=60s")).http();
            makeScriptsKnown(http, stage);
            List<String> commands = commandsNaming("finished", stage, () -> {
                http.post("/v1/jobs", job("finished", "100ms"));
                await("the job in its list").until(() -> listed(stage) == 2);
            });
            // One to schedule it, and one of the fast path to fire it.
            assertThat(commands).hasSize(2).allSatisfy(OneStepTest::isAScript);
        }
    }

    /** A script that Redis does not know yet is sent twice: by its digest, and as a whole. */
    private static void makeScriptsKnown(Http http, Stage stage) {
        http.post("/v1/jobs", job("first", "1h"));
        http.patch("/v1/jobs/first", "{\"delay\":\"2h\"}");
        http.delete("/v1/jobs/first");
        http.post("/v1/jobs", job("second", "0s"));
        await("the first job in its list").until(() -> listed(stage) == 1);
    }

    private static long listed(Stage stage) {
        return stage.redis().cliLong("LLEN", stage.list(QUEUE));
    }

    private static String job(String id, String delay) {
        return "{\"id\":\"" + id + "\",\"queue\":\"" + QUEUE + "\",\"delay\":\"" + delay + "\"}";
    }

    private static void isAScript(String command) {
        assertThat(command).containsPattern("\"(?i:EVALSHA|EVAL)\"");
    }

    /** What clients sent that names the job; the commands within scripts are not among it. */
    private static List<String> commandsNaming(String id, Stage stage, Runnable change) {
        List<String> commands = new ArrayList<>();
        try (RespClient monitor = stage.redis().connect()) {
            assertThat(monitor.call("MONITOR")).isEqualTo("OK");
            change.run();
            String end = "end of " + id;
            stage.redis().cli("ECHO", end);
            for (String line = read(monitor); !line.contains(end); line = read(monitor)) {
                if (line.contains(id) && !line.contains(" lua]")) {
                    commands.add(line);
                }
            }
        }
        return commands;
    }

    private static String read(RespClient monitor) {
        return String.valueOf(monitor.read());
    }
}
