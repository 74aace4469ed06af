package dev.punctual.bench.strategies;

import dev.punctual.bench.peers.Job;
import dev.punctual.bench.peers.Report;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The wheel of 60 slots of a second each. A job stands in the slot of the second of its due time with the rounds that the
 * hand has to pass it before; each second the slot under the hand is gone through, rounds 0 are handled, others lose one.
 */
final class Ring extends Strategy {

    private static final int SLOTS = 60;
    private static final String SLOT = "ring:";
    private static final long SECOND_MILLIS = 1000;

    private long passed;

    Ring(String server) {
        super(server);
    }

    @Override
    List<RedisFuture<?>> send(RedisAsyncCommands<String, String> commands, Job job) {
        long nowSecond = System.currentTimeMillis() / SECOND_MILLIS;
        long dueSecond = Math.max(nowSecond + 1, (job.dueAtMillis() + SECOND_MILLIS - 1) / SECOND_MILLIS);
        long rounds = (dueSecond - nowSecond - 1) / SLOTS;
        return List.of(commands.hset(SLOT + dueSecond % SLOTS, job.id(), rounds + " " + Job.PAYLOAD));
    }

    @Override
    public void work(Report report) {
        passed = System.currentTimeMillis() / SECOND_MILLIS;
        ScheduledExecutorService hand = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "consumer");
            thread.setDaemon(true);
            return thread;
        });
        long firstMillis = SECOND_MILLIS - System.currentTimeMillis() % SECOND_MILLIS;
        hand.scheduleAtFixedRate(() -> tick(report), firstMillis, SECOND_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Goes through every slot that the hand has come to since the last tick: a tick may be late. */
    private void tick(Report report) {
        try {
            for (long second = System.currentTimeMillis() / SECOND_MILLIS; passed < second; passed++) {
                pass((passed + 1) % SLOTS, report);
            }
        } catch (RuntimeException fault) {
            System.err.println(fault);
        }
    }

    private void pass(long slot, Report report) {
        for (Map.Entry<String, String> job : redis.hgetall(SLOT + slot).entrySet()) {
            String value = job.getValue();
            int blank = value.indexOf(' ');
            long rounds = Long.parseLong(value.substring(0, blank));
            if (rounds > 0) {
                redis.hset(SLOT + slot, job.getKey(), rounds - 1 + value.substring(blank));
            } else if (redis.hdel(SLOT + slot, job.getKey()) == 1) {
                report.handled(job.getKey());
            }
        }
    }
}
