package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Load;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One consumer of a contender: the verb {@code work} in a process of its own. */
final class Worker implements AutoCloseable {

    private static final int READY_LIMIT_SECONDS = 60;
    private static final int END_LIMIT_SECONDS = 15;

    private final Process process;
    private final Path errors;
    private long readyAtMicros;

    private Worker(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /**
     * Starts it and waits until it consumes.
     *
     * @param load what it schedules itself before, null where others do that
     */
    static Worker start(Contender contender, Server server, Report report, boolean flush, Load load) {
        List<String> words = new ArrayList<>(contender.program().command());
        words.addAll(List.of(
                "work", "--server", server.uri(), "--report", report.file().toString()));
        if (flush) {
            words.add("--flush");
        }
        if (load != null) {
            words.addAll(Loading.options(load));
        }
        Path errors = report.file().resolveSibling("work.err");
        try {
            Process process = new ProcessBuilder(words)
                    .directory(contender.program().directory().toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            Worker worker = new Worker(process, errors);
            worker.awaitReady();
            return worker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        try {
            boolean ready =
                    CompletableFuture.supplyAsync(this::readUntilReady).get(READY_LIMIT_SECONDS, TimeUnit.SECONDS);
            readyAtMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
            if (!ready) {
                throw new IllegalStateException("the consumer ended at its start, see " + errors);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            kill9();
            throw new IllegalStateException("the consumer did not become ready, see " + errors, failed);
        }
    }

    private boolean readUntilReady() {
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals("ready")) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long readyAtMicros() {
        return readyAtMicros;
    }

    void kill9() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                kill9();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill9();
        }
    }
}
