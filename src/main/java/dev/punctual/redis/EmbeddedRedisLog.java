package dev.punctual.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what redis-server prints, and keeps its last lines for the message of a failed start. */
final class EmbeddedRedisLog {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedisLog.class);

    private static final int KEPT_LINES = 20;

    private final Deque<String> last = new ArrayDeque<>();
    private final Thread reader;

    private EmbeddedRedisLog(Process process) {
        reader = new Thread(() -> drain(process), "embedded-redis-log");
        reader.setDaemon(true);
    }

    /** Reads until the process ends; unread output would block it in the end. */
    static EmbeddedRedisLog follow(Process process) {
        EmbeddedRedisLog log = new EmbeddedRedisLog(process);
        log.reader.start();
        return log;
    }

    private void drain(Process process) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(this::keep);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("The output of redis-server ended: {}", e.toString());
        }
    }

    private synchronized void keep(String line) {
        LOG.debug("{}", line);
        if (last.size() == KEPT_LINES) {
            last.removeFirst();
        }
        last.addLast(line);
    }

    /** The last lines of a process that has ended, in their order. */
    String tail() throws InterruptedException {
        reader.join(1_000);
        synchronized (this) {
            return String.join(System.lineSeparator(), last);
        }
    }
}
