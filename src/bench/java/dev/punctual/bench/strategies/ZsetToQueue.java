package dev.punctual.bench.strategies;

import dev.punctual.bench.peers.Job;
import dev.punctual.bench.peers.Report;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;

/**
 * The delayed tasks of Redis in Action: a loop looks at the head of the sorted set; when that is due, who can remove it
 * appends it to the list of its queue, where a worker waits.
 */
final class ZsetToQueue extends Strategy {

    private static final String DELAYED = "delayed:";
    private static final String QUEUE = "queue:bench";
    private static final Duration PAUSE = Duration.ofMillis(1); // 10 ms in the book
    private static final double WAIT_SECONDS = 1;

    ZsetToQueue(String server) {
        super(server);
    }

    @Override
    List<RedisFuture<?>> send(RedisAsyncCommands<String, String> commands, Job job) {
        return List.of(commands.zadd(DELAYED, job.dueAtMillis(), text(job)));
    }

    @Override
    public void work(Report report) {
        loop(PAUSE, () -> {
            List<ScoredValue<String>> head = redis.zrangeWithScores(DELAYED, 0, 0);
            if (head.isEmpty() || head.get(0).getScore() > System.currentTimeMillis()) {
                return false;
            }
            String task = head.get(0).getValue();
            if (redis.zrem(DELAYED, task) == 1) {
                redis.rpush(QUEUE, task);
            }
            return true;
        });
        StatefulRedisConnection<String, String> own = client.connect();
        RedisCommands<String, String> waiting = own.sync();
        loop(Duration.ZERO, () -> {
            KeyValue<String, String> task = waiting.blpop(WAIT_SECONDS, QUEUE);
            if (task != null) {
                report.handled(idOf(task.getValue()));
            }
            return true;
        });
    }
}
