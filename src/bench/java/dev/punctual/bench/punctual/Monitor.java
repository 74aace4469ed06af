package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Threads;
import dev.punctual.testkit.RedisAccess;
import dev.punctual.testkit.RespClient;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listens to all that clients send to a Redis. Costs Redis much: for counting at rest and for looking, not for timing. */
final class Monitor implements AutoCloseable {

    private final RespClient client;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> reader;
    private volatile boolean closed;

    Monitor(RedisAccess redis) {
        client = redis.connect();
        client.call("MONITOR");
        reader = Threads.start("bench-monitor", this::read);
    }

    private void read() {
        try {
            while (!closed) {
                String line = String.valueOf(client.read());
                // 1700000000.000000 [0 127.0.0.1:50000] "GET" "key"; commands within scripts come from [0 lua].
                if (!line.contains(" lua] ")) {
                    lines.add(line);
                }
            }
        } catch (UncheckedIOException end) {
            if (!closed) {
                throw end;
            }
        }
    }

    /** The commands that clients sent so far, those within scripts left out. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        closed = true;
        client.close();
        Threads.join(List.of(reader));
    }
}
