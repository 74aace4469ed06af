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
 * The scheduler with a list for each task name: register_task appends the task to the list of its name and time, and
 * notes that in a sorted set; a loop empties the lists whose time has come, in the order in which their tasks came.
 */
final class ListPerTask extends Strategy {

    private static final String TIMES = "tasks:times";
    private static final String LIST = "tasks:list:";
    private static final String NAME = "mail";
    private static final int LISTS_AT_ONCE = 100;
    private static final Duration PAUSE = Duration.ofMillis(10);

    ListPerTask(String server) {
        super(server);
    }

    @Override
    List<RedisFuture<?>> send(RedisAsyncCommands<String, String> commands, Job job) {
        String name = NAME + ":" + job.dueAtMillis();
        return List.of(commands.rpush(LIST + name, text(job)), commands.zadd(TIMES, job.dueAtMillis(), name));
    }

    @Override
    public void work(Report report) {
        loop(PAUSE, () -> {
            List<String> names = redis.zrangebyscore(
                    TIMES, Range.create(0, System.currentTimeMillis()), Limit.create(0, LISTS_AT_ONCE));
            for (String name : names) {
                for (String task = redis.lpop(LIST + name); task != null; task = redis.lpop(LIST + name)) {
                    report.handled(idOf(task));
                }
                redis.zrem(TIMES, name);
            }
            return !names.isEmpty();
        });
    }
}
