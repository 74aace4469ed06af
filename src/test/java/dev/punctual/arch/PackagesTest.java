package dev.punctual.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each room says at its door what it is for. */
final class PackagesTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/punctual");

    static Stream<Path> rooms() throws IOException {
        try (Stream<Path> folders = Files.walk(SOURCES)) {
            return folders.filter(Files::isDirectory).filter(PackagesTest::holdsJava).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomIsNullMarkedAndStatesItsPurposeInTwoLines(Path room) throws IOException {
        Path door = room.resolve("package-info.java");
        assertThat(door).exists();
        assertThat(Files.readString(door)).contains("@NullMarked");
        assertThat(Files.readAllLines(door))
                .filteredOn(line -> line.startsWith(" * "))
                .hasSize(2);
    }

    private static boolean holdsJava(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".java"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
