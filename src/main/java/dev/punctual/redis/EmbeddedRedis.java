package dev.punctual.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A redis-server of our own as a child process, bound to the loopback, with its append-only file in a data directory.
 * What it accepted is there again after the next start on that directory, however the service or the server ended.
 * Methods may be called from any thread.
 */
public final class EmbeddedRedis implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);

    /** How long a start may take, the loading of the append-only file included. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private static final Duration CLEAN_END_LIMIT = Duration.ofSeconds(10);
    private static final int POLL_MILLIS = 10;
    private static final int PORT_ATTEMPTS = 3;

    private final EmbeddedRedisDirectory directory;
    private final Process process;
    private final int port;
    private final CompletableFuture<Void> unexpectedEnd;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedRedis(EmbeddedRedisDirectory directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        this.port = port;
        this.unexpectedEnd = process.onExit().thenAccept(EmbeddedRedis::report);
    }

    /**
     * Starts a server and waits until it answers, at most 60 seconds. A server that a killed service left behind on the
     * directory is shut down first.
     *
     * @param dataDir made if absent; held against other services until {@link #close}
     * @param preferredPort taken if free, else any free one; 0 for any
     * @throws EmbeddedRedisException if the platform has no binary, the directory cannot be written or is in use, the
     *     server does not come up, or the thread is interrupted
     */
    public static EmbeddedRedis start(Path dataDir, int preferredPort) {
        EmbeddedRedisDirectory directory = EmbeddedRedisDirectory.hold(dataDir);
        try {
            EmbeddedRedisOrphan.end(directory);
            Path binary = EmbeddedRedisBinary.extractInto(directory.path());
            EmbeddedRedis redis = launch(directory, binary, preferredPort);
            LOG.info("Embedded Redis on {}, data in {}", redis.uri(), directory.path());
            return redis;
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    private static EmbeddedRedis launch(EmbeddedRedisDirectory directory, Path binary, int preferredPort) {
        int port = EmbeddedRedisPort.choose(preferredPort);
        for (int attempt = 1; ; attempt++) {
            // Written first, so that a server whose service dies at this very moment can still be found.
            directory.rememberPort(port);
            Process process = spawn(EmbeddedRedisCommand.of(binary, directory.path(), port));
            EmbeddedRedisLog log = EmbeddedRedisLog.follow(process);
            try {
                if (awaitReady(process, new EmbeddedRedisProbe(port), directory.path())) {
                    return new EmbeddedRedis(directory, process, port);
                }
                String tail = log.tail();
                if (attempt == PORT_ATTEMPTS || !tail.contains("Address already in use")) {
                    throw new EmbeddedRedisException("The embedded Redis ended at its start with code "
                            + process.exitValue() + ". Its last lines:" + System.lineSeparator() + tail
                            + System.lineSeparator());
                }
                port = EmbeddedRedisPort.any();
            } catch (InterruptedException e) {
                end(process);
                Thread.currentThread().interrupt();
                throw new EmbeddedRedisException("The start of the embedded Redis was interrupted.", e);
            } catch (RuntimeException e) {
                end(process);
                throw e;
            }
        }
    }

    private static Process spawn(ProcessBuilder command) {
        try {
            return command.start();
        } catch (IOException e) {
            throw new EmbeddedRedisException(
                    "The program of the embedded Redis does not run: " + e
                            + ". Give the service a directory that it may run programs from (PUNCTUAL_DATA_DIR).",
                    e);
        }
    }

    /** True when it is ready, false when it has ended. */
    private static boolean awaitReady(Process process, EmbeddedRedisProbe probe, Path directory)
            throws InterruptedException {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < START_LIMIT.toNanos()) {
            // The waiting for its end is also the pause between two questions.
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
            if (probe.isReady() && probe.serves(directory)) {
                return true;
            }
        }
        throw new EmbeddedRedisException("The embedded Redis did not answer within " + START_LIMIT.toSeconds()
                + " s of its start, the loading of " + directory + " included.");
    }

    public int port() {
        return port;
    }

    /** The address in the form that the Redis settings take, {@code redis://127.0.0.1:port}. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Whether the server process runs; it is not started again by itself. */
    public boolean isRunning() {
        return process.isAlive();
    }

    private static void report(Process ended) {
        LOG.error("The embedded Redis ended by itself with code {}; restart the service", ended.exitValue());
    }

    /** Ends the server with its data written, and gives the directory back. Idempotent; takes at most 10 seconds. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            unexpectedEnd.cancel(false);
            try {
                end(process);
            } finally {
                directory.close();
            }
        }
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (process.waitFor(CLEAN_END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            LOG.warn("The embedded Redis did not end within {}; it is killed", CLEAN_END_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // What was answered is with the operating system already, so even this loses nothing.
        process.destroyForcibly().onExit().join();
    }
}
