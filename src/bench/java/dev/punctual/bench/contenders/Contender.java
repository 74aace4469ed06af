package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Commands;
import dev.punctual.bench.kit.SkippedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A system beside ours, and the program that speaks for it. Built when it is first used. */
final class Contender {

    /** What it keeps its jobs in. */
    enum Storage {
        REDIS,
        POSTGRESQL,
        /** Its own heap. */
        NONE
    }

    /**
     * How it comes back from a kill, and how fast it takes jobs: for the time limits of the harness only.
     *
     * @param recoverySeconds how long after a restart to wait for jobs that are still missing
     * @param loadsPerSecond jobs a second that it takes at least
     */
    record Bounds(int recoverySeconds, int loadsPerSecond) {}

    /**
     * How it is called.
     *
     * @param directory where it is started
     * @param command the words before the verb
     */
    record Program(Path directory, List<String> command) {}

    private static final Duration VERSION_LIMIT = Duration.ofSeconds(30);

    private final String name;
    private final Storage storage;
    private final boolean strategy;
    private final Bounds bounds;
    private final Supplier<Program> build;
    private Program program;
    private String absent = "";
    private String version = "";

    Contender(String name, Storage storage, boolean strategy, Bounds bounds, Supplier<Program> build) {
        this.name = name;
        this.storage = storage;
        this.strategy = strategy;
        this.bounds = bounds;
        this.build = build;
    }

    String name() {
        return name;
    }

    Storage storage() {
        return storage;
    }

    /** What it calls itself, for a product with its release. */
    String version() {
        if (version.isEmpty()) {
            List<String> words = new ArrayList<>(program().command());
            words.add("version");
            version = strategy
                    ? name
                    : Commands.run(program().directory(), VERSION_LIMIT, words).strip();
        }
        return version;
    }

    /** Whether it is one of the strategies, and not a product. */
    boolean isStrategy() {
        return strategy;
    }

    Bounds bounds() {
        return bounds;
    }

    /**
     * @throws SkippedException if it cannot be had here
     */
    Program program() {
        if (!absent.isEmpty()) {
            throw new SkippedException(absent);
        }
        if (program == null) {
            try {
                program = build.get();
            } catch (SkippedException cannot) {
                absent = cannot.getMessage();
                throw cannot;
            }
        }
        return program;
    }
}
