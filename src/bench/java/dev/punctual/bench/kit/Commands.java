package dev.punctual.bench.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that are run to their end. */
public final class Commands {

    private static final int SHOWN_CHARACTERS = 2_000;

    private Commands() {}

    /**
     * An end.
     *
     * @param status the exit status
     * @param out what it wrote to standard output
     * @param err what it wrote to standard error
     */
    public record End(int status, String out, String err) {}

    /**
     * Runs one that has to succeed, and gives what it wrote.
     *
     * @throws SkippedException if it is not there, or ends with an error
     */
    public static String run(Path directory, Duration limit, List<String> words) {
        End end = end(directory, limit, words);
        if (end.status() != 0) {
            String told = (end.err() + end.out()).strip();
            throw new SkippedException(words.get(0) + " ended with status " + end.status() + ": "
                    + told.substring(Math.max(0, told.length() - SHOWN_CHARACTERS)));
        }
        return end.out();
    }

    /**
     * Runs one that may fail.
     *
     * @throws SkippedException if it is not there
     * @throws IllegalStateException if it takes too long
     */
    public static End end(Path directory, Duration limit, List<String> words) {
        try {
            Path out = Files.createTempFile("punctual-bench-", ".out");
            Path err = Files.createTempFile("punctual-bench-", ".err");
            try {
                Process process = new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly().waitFor();
                    throw new IllegalStateException(words.get(0) + " took longer than " + limit.toSeconds() + " s");
                }
                return new End(process.exitValue(), text(out), text(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).startsWith("Cannot run program")) {
                throw new SkippedException(words.get(0) + " is not on the path");
            }
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
