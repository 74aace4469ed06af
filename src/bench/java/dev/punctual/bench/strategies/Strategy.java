package dev.punctual.bench.strategies;

import dev.punctual.bench.peers.Contender;
import dev.punctual.bench.peers.Job;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** What all strategies share: a connection, a loop that outlives faults, and a pipeline where there is no better bulk. */
abstract class Strategy implements Contender {

    private static final int UNDER_WAY = 1_000;
    private static final Duration FAULT_PAUSE = Duration.ofMillis(100);

    final RedisClient client;
    final StatefulRedisConnection<String, String> connection;
    final RedisCommands<String, String> redis;

    Strategy(String server) {
        client = RedisClient.create(server);
        connection = client.connect();
        redis = connection.sync();
    }

    /** The commands that schedule a job. */
    abstract List<RedisFuture<?>> send(RedisAsyncCommands<String, String> commands, Job job);

    @Override
    public void schedule(Job job) throws Exception {
        finish(send(connection.async(), job));
    }

    @Override
    public void scheduleInBulk(List<Job> jobs) throws Exception {
        List<RedisFuture<?>> underWay = new ArrayList<>();
        for (Job job : jobs) {
            underWay.addAll(send(connection.async(), job));
            if (underWay.size() >= UNDER_WAY) {
                finish(underWay);
                underWay.clear();
            }
        }
        finish(underWay);
    }

    private static void finish(List<RedisFuture<?>> calls) throws InterruptedException, ExecutionException {
        for (RedisFuture<?> call : calls) {
            call.get();
        }
    }

    /** One round of the loop: what is due is handled; false where nothing was. */
    interface Round {
        boolean run();
    }

    /** Runs rounds on a thread of their own, without a pause while there is something to do. */
    void loop(Duration pause, Round round) {
        Thread thread = new Thread(
                () -> {
                    while (true) {
                        try {
                            if (!round.run()) {
                                LockSupport.parkNanos(pause.toNanos());
                            }
                        } catch (RuntimeException fault) {
                            System.err.println(fault);
                            LockSupport.parkNanos(FAULT_PAUSE.toNanos());
                        }
                    }
                },
                "consumer");
        thread.setDaemon(true);
        thread.start();
    }

    /** A job as text: its id, a blank, its payload. */
    static String text(Job job) {
        return job.id() + ' ' + Job.PAYLOAD;
    }

    static String idOf(String text) {
        return text.substring(0, text.indexOf(' '));
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
