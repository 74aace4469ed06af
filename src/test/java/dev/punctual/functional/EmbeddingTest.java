package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The handler of whoever embeds the service. */
@Tag("functional")
class EmbeddingTest {

    private static final Path MANUAL = Path.of("src/site/markdown/targets.md");
    private static final Path EXAMPLE = Path.of("src/test/java/dev/punctual/functional/EmbeddingExample.java");

    @Test
    void runsTheHandlerOfTheManual() {
        String id = fresh("resize");
        try (var service = RunningService.start(builder -> builder.mainClass(EmbeddingExample.class.getName())
                .config(ConfigCopy.with("queues: {}", "queues: {resize: {target: handler, capacity: 4}}")))) {
            service.schedule("{'id':'" + id + "','queue':'resize','delay':'100ms','payload':{'picture':7}}");
            service.awaitState(id, "delivered");
            await("it says so").until(() -> service.process().logs().contains("resized " + id + ", attempt 1"));
            service.schedule("{'id':'" + id + "-none','queue':'resize','delay':'0s'}");
            assertThat(service.awaitState(id + "-none", "dead")
                            .path("lastError")
                            .asText())
                    .isEqualTo("there is no picture");
        }
    }

    @Test
    void isShownInTheManualAsItIs() throws IOException {
        String manual = Files.readString(MANUAL).replaceAll("\\s+", " ");
        String example = Files.readString(EXAMPLE).replaceAll("\\s+", " ");
        String shown = manual.substring(manual.indexOf("new PunctualApplication()"));
        assertThat(example)
                .contains(shown.substring(0, shown.indexOf(".run(arguments);") + ".run(arguments);".length()));
    }
}
