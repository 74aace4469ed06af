package dev.punctual.redis;

import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One line for each command that Punctual sends or runs in a script, with keys of its own, as the rights of a user are
 * judged.
 */
final class NeededRights {

    private NeededRights() {}

    /**
     * @param channels what the feed listens to
     */
    static List<String> of(String namespace, FeedChannels channels, Queues queues) {
        RedisKeys keys = new RedisKeys(namespace);
        String job = keys.job("x");
        String zset = keys.schedule();
        String order = zset.replace("schedule", "order:0");
        String counts = keys.counts();
        List<String> lines = new ArrayList<>(List.of(
                "EVALSHA 0 1 " + zset,
                "EVAL 0 1 " + zset,
                "PING",
                "TIME",
                "INFO",
                "CONFIG GET notify-keyspace-events",
                "CONFIG SET notify-keyspace-events Ex",
                "MEMORY USAGE " + keys.probe("x"),
                "SCAN 0",
                "GET " + job,
                "MGET " + job,
                "SET " + job + " 0",
                "GETRANGE " + job + " 0 0",
                "SETRANGE " + job + " 0 0",
                "STRLEN " + job,
                "EXISTS " + job,
                "RENAME " + job + " " + job.replace("job:", "broken:"),
                "UNLINK " + job,
                "SET " + zset.replace("schedule", "due:1:x") + " 0",
                "SET " + keys.probe("x") + " 0",
                "ZADD " + zset + " 0 x",
                "ZADD " + order + " 0 x",
                "ZREM " + zset + " x",
                "ZCARD " + zset,
                "ZCOUNT " + zset + " 0 0",
                "ZMSCORE " + zset + " x",
                "ZRANGE " + zset + " 0 0",
                "ZRANGEBYSCORE " + zset + " 0 0",
                "ZRANK " + zset + " x",
                "ZREMRANGEBYRANK " + keys.causes() + " 0 0",
                "ZREVRANGE " + order + " 0 0",
                "ZSCORE " + zset + " x",
                "HDEL " + keys.held() + " x",
                "HGET " + keys.held() + " x",
                "HGETALL " + counts,
                "HINCRBY " + counts + " x 1",
                "HINCRBY " + keys.counters() + " x 1",
                "HKEYS " + keys.held(),
                "HSET " + keys.held() + " x x",
                "HSETNX " + keys.held() + " x x",
                "XADD " + keys.fires() + " * x x",
                "XTRIM " + keys.fires() + " MAXLEN 0",
                "XRANGE " + keys.fires() + " - +",
                "XREAD STREAMS " + keys.fires() + " 0",
                "XINFO STREAM " + keys.fires(),
                "XREVRANGE " + keys.fires() + " + -",
                "SET " + keys.layout() + " 1",
                "ZADD " + keys.instances() + " 0 x",
                "PUBLISH " + keys.wake() + " x",
                "SUBSCRIBE " + keys.wake(),
                "RPUSH " + RedisKeys.listPrefix(namespace) + "x x"));
        channels.patterns().forEach(pattern -> lines.add("PSUBSCRIBE " + pattern));
        channels.plain().forEach(channel -> lines.add("SUBSCRIBE " + channel));
        queues.named().forEach(queue -> addTarget(queue, lines));
        return lines;
    }

    /** One way to hear notifications is enough. */
    static List<String> judged(List<String> needed, List<String> refused) {
        List<String> feeds = needed.stream().filter(NeededRights::isFeed).toList();
        return refused.containsAll(feeds)
                ? refused
                : refused.stream().filter(line -> !isFeed(line)).toList();
    }

    private static boolean isFeed(String line) {
        return line.contains("SUBSCRIBE __key");
    }

    /** The queues that nobody has configured. */
    static Queues noQueues(String namespace) {
        return new Queues(
                Map.of(),
                false,
                (QueueName name) -> new Queue(
                        name, new Target.RedisList(RedisKeys.listPrefix(namespace) + name), RetryPolicy.DEFAULT, null));
    }

    private static void addTarget(Queue queue, List<String> lines) {
        Target target = queue.target();
        if (target instanceof Target.RedisList list) {
            lines.add("RPUSH " + list.key() + " x");
        } else if (target instanceof Target.RedisStream stream) {
            lines.add("XADD " + stream.key() + " * x x");
        } else if (target instanceof Target.Channel channel) {
            lines.add("PUBLISH " + channel.channel() + " x");
        }
    }
}
