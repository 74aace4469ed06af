package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.SkippedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program redis-benchmark. */
final class RedisBenchmark {

    private static final int CLIENTS = 50;
    private static final int FIGURES_AT_THE_END = 7; // rps and six latencies
    private static final String RANDOM_BELOW = "2000000000";

    private final int port;

    RedisBenchmark(int port) {
        this.port = port;
    }

    /** Calls a second of 50 clients. */
    double perSecond(int calls, int pipeline, String[] command) {
        List<String> words = new ArrayList<>(List.of("redis-benchmark", "-p", Integer.toString(port), "--csv"));
        words.addAll(List.of("-n", Integer.toString(calls), "-c", Integer.toString(CLIENTS)));
        words.addAll(List.of("-P", Integer.toString(pipeline), "-r", RANDOM_BELOW));
        words.addAll(List.of(command));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            // "the command","rps","avg","min","p50","p95","p99","max"
            String[] fields = out.strip().split("\",\"", -1);
            return Double.parseDouble(fields[fields.length - FIGURES_AT_THE_END]);
        } catch (IOException absent) {
            if (absent.getMessage().startsWith("Cannot run program")) {
                throw new SkippedException("redis-benchmark is not on the path (Debian: redis-tools)");
            }
            throw new UncheckedIOException(absent);
        } catch (RuntimeException unreadable) {
            throw new IllegalStateException("redis-benchmark gave no figures", unreadable);
        }
    }
}
