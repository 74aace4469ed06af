package dev.punctual.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The file of {@code <id> <epochMicros>} lines, one for each job that a handler has seen. Lines are appended 20 ms later
 * at most, all with one write; or each at once, so that a kill loses none.
 */
public final class Report {

    private static final long FLUSH_MILLIS = 20;

    private final FileChannel file;
    private final boolean flush;
    private StringBuilder lines = new StringBuilder();

    Report(Path path, boolean flush) throws IOException {
        this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        this.flush = flush;
        if (!flush) {
            ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "report");
                thread.setDaemon(true);
                return thread;
            });
            writer.scheduleAtFixedRate(this::write, FLUSH_MILLIS, FLUSH_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** To be called first of all in the handler, from any thread. */
    public void handled(String id) {
        Instant now = Instant.now();
        long micros = TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
        synchronized (this) {
            lines.append(id).append(' ').append(micros).append('\n');
        }
        if (flush) {
            write();
        }
    }

    void write() {
        synchronized (file) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(takeLines());
            try {
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private synchronized String takeLines() {
        String taken = lines.toString();
        lines = new StringBuilder();
        return taken;
    }
}
