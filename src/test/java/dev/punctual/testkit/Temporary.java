package dev.punctual.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Directories and processes that are gone when the JVM has ended, whether or not the test closed them. */
final class Temporary {

    private static final Set<Process> PROCESSES = ConcurrentHashMap.newKeySet();
    private static final Set<Path> DIRECTORIES = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Temporary::clear));
    }

    private Temporary() {}

    static Path directory(String purpose) {
        try {
            Path directory = Files.createTempDirectory("punctual-" + purpose + "-");
            DIRECTORIES.add(directory);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void endWithJvm(Process process) {
        PROCESSES.removeIf(earlier -> !earlier.isAlive());
        PROCESSES.add(process);
    }

    /** An embedded Redis outlives its service; it is known by its program, which lies in the data directory. */
    static void endProgramsIn(Path directory) {
        ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").startsWith(directory + File.separator))
                .forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    static void delete(Path root) {
        DIRECTORIES.remove(root);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void clear() {
        PROCESSES.forEach(process -> process.destroyForcibly().onExit().join());
        DIRECTORIES.forEach(directory -> {
            endProgramsIn(directory);
            delete(directory);
        });
    }
}
