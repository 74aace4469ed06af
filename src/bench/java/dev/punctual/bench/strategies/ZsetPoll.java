package dev.punctual.bench.strategies;

import dev.punctual.bench.peers.Job;
import dev.punctual.bench.peers.Report;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.List;

/**
 * The PHP delay queue: addTask is a ZADD of the task itself, getTask takes the first one that is due, and the result of
 * ZREM decides which consumer has it. Where there is none, it looks again 100 ms later.
 */
final class ZsetPoll extends Strategy {

    private static final String TASKS = "delay_queue";
    private static final Duration PAUSE = Duration.ofMillis(100);

    ZsetPoll(String server) {
        super(server);
    }

    @Override
    List<RedisFuture<?>> send(RedisAsyncCommands<String, String> commands, Job job) {
        return List.of(commands.zadd(TASKS, job.dueAtMillis(), text(job)));
    }

    @Override
    public void work(Report report) {
        loop(PAUSE, () -> {
            List<String> due =
                    redis.zrangebyscore(TASKS, Range.create(0, System.currentTimeMillis()), Limit.create(0, 1));
            if (due.isEmpty()) {
                return false;
            }
            if (redis.zrem(TASKS, due.get(0)) == 1) {
                report.handled(idOf(due.get(0)));
            }
            return true;
        });
    }
}
