package dev.punctual.bench.punctual;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.List;

/**
 * A worker as users write it: waits on the list, then takes what else is there. Stamps what it takes and keeps it as it
 * is, to be read afterwards.
 */
final class ListWorker implements AutoCloseable {

    private static final int TAKEN_AT_ONCE = 512;
    private static final double WAIT_SECONDS = 1;

    private final RedisClient client;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final Deliveries taken = new Deliveries();
    private final Thread thread;
    private volatile boolean stopping;

    private ListWorker(String redisUri) {
        client = RedisClient.create(redisUri);
        connection = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        thread = new Thread(this::work, "bench-worker");
    }

    static ListWorker start(String redisUri) {
        ListWorker worker = new ListWorker(redisUri);
        worker.thread.start();
        return worker;
    }

    private void work() {
        RedisCommands<String, byte[]> redis = connection.sync();
        while (!stopping) {
            KeyValue<String, byte[]> first = redis.blpop(WAIT_SECONDS, PunctualServers.LIST);
            if (first != null) {
                taken.keep(List.of(first.getValue()));
                List<byte[]> more = redis.lpop(PunctualServers.LIST, TAKEN_AT_ONCE);
                while (!more.isEmpty()) {
                    taken.keep(more);
                    more = redis.lpop(PunctualServers.LIST, TAKEN_AT_ONCE);
                }
            }
        }
    }

    int count() {
        return taken.count();
    }

    /** Waits until so many were taken in all; false where that took longer. */
    boolean awaitCount(int wanted, Duration limit) {
        return taken.awaitCount(wanted, limit);
    }

    /** All that was taken so far. */
    List<Delivery> deliveries() {
        return taken.all();
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
