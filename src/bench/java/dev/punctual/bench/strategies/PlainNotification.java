package dev.punctual.bench.strategies;

import dev.punctual.bench.peers.Job;
import dev.punctual.bench.peers.Report;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The expiring key and its notification, and nothing beside: the key's end says that the job is due, a second key keeps
 * the payload. Nobody looks whether a notification came.
 */
final class PlainNotification extends Strategy {

    private static final String TIMER = "timer:";
    private static final String MESSAGE = "message:";

    PlainNotification(String server) {
        super(server);
    }

    @Override
    List<RedisFuture<?>> send(RedisAsyncCommands<String, String> commands, Job job) {
        long delayMillis = Math.max(1, job.dueAtMillis() - System.currentTimeMillis());
        return List.of(
                commands.set(MESSAGE + job.id(), Job.PAYLOAD), commands.psetex(TIMER + job.id(), delayMillis, ""));
    }

    @Override
    public void work(Report report) {
        redis.configSet("notify-keyspace-events", "Ex");
        ExecutorService handler = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "consumer");
            thread.setDaemon(true);
            return thread;
        });
        StatefulRedisPubSubConnection<String, String> subscription = client.connectPubSub();
        subscription.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String pattern, String channel, String key) {
                if (key.startsWith(TIMER)) {
                    handler.execute(() -> handle(key.substring(TIMER.length()), report));
                }
            }
        });
        subscription.sync().psubscribe("__keyevent@*__:expired");
    }

    private void handle(String id, Report report) {
        String message = redis.get(MESSAGE + id);
        if (message != null) {
            report.handled(id);
            redis.del(MESSAGE + id);
        }
    }
}
