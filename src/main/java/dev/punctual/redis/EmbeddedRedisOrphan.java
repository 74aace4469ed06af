package dev.punctual.redis;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The redis-server that a killed service left behind. It must be gone before the next one starts, since two servers on
 * one append-only file destroy it.
 */
final class EmbeddedRedisOrphan {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedisOrphan.class);

    private static final long CLEAN_END_SECONDS = 15;

    private EmbeddedRedisOrphan() {}

    /** Ends every server that runs on the directory, cleanly if it listens. The caller holds the directory. */
    static void end(EmbeddedRedisDirectory directory) {
        OptionalInt port = directory.lastPort();
        if (port.isPresent()) {
            askToEnd(new EmbeddedRedisProbe(port.getAsInt()), directory.path());
        }
        // One that does not listen (yet, or any more) is known by its program, which lies in the directory.
        String program =
                directory.path().resolve(EmbeddedRedisBinary.NAME_PREFIX).toString();
        ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").startsWith(program))
                .forEach(process -> force(process, directory.path()));
    }

    private static void askToEnd(EmbeddedRedisProbe probe, Path directory) {
        if (!probe.serves(directory)) {
            return;
        }
        Optional<ProcessHandle> process = probe.processId().isPresent()
                ? ProcessHandle.of(probe.processId().getAsLong())
                : Optional.empty();
        LOG.warn("A redis-server of an earlier service still runs on {}; it is shut down first", directory);
        probe.shutdown();
        process.ifPresent(EmbeddedRedisOrphan::awaitEnd);
        if (probe.serves(directory)) {
            throw stillThere(directory);
        }
    }

    private static void force(ProcessHandle process, Path directory) {
        LOG.warn("redis-server {} of an earlier service still runs on {}; it is ended first", process.pid(), directory);
        process.destroy();
        if (!awaitEnd(process)) {
            process.destroyForcibly();
            if (!awaitEnd(process)) {
                throw stillThere(directory);
            }
        }
    }

    private static boolean awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(CLEAN_END_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return !process.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedRedisException("The start was interrupted while an earlier redis-server ended.", e);
        }
    }

    private static EmbeddedRedisException stillThere(Path directory) {
        return new EmbeddedRedisException("A redis-server of an earlier service still runs on the data directory "
                + directory + " and does not end. End it by hand.");
    }
}
