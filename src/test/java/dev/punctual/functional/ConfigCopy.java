package dev.punctual.functional;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The repository's {@code config.yml} with some lines changed. */
final class ConfigCopy {

    private ConfigCopy() {}

    /**
     * A copy that ends with the JVM.
     *
     * @param changes by turns what stands there and what shall stand in its place
     */
    static Path with(String... changes) {
        try {
            String text = Files.readString(Path.of("config.yml"));
            for (int i = 0; i < changes.length; i += 2) {
                assertThat(text).contains(changes[i]);
                text = text.replace(changes[i], changes[i + 1]);
            }
            Path copy = Files.createTempFile("punctual-config-", ".yml");
            copy.toFile().deleteOnExit();
            return Files.writeString(copy, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
