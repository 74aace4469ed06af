package dev.punctual.redis;

import dev.punctual.core.FireTail;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the fire log in Redis. Waits on a connection of its own, which is open only while somebody follows: whatever
 * else was sent on it would wait too.
 */
final class RedisFireTail implements FireTail {

    private static final Duration MAX_PATIENCE = Duration.ofSeconds(1);

    /** The server must answer before the command's own time limit ends the wait. */
    private static final int TIMEOUT_SHARE = 2;

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final FireEntries entries;
    private final Supplier<StatefulRedisConnection<String, String>> opener;
    private final Duration timeout;

    private @Nullable StatefulRedisConnection<String, String> waiting;

    /**
     * @param opener opens a connection; throws where it cannot
     * @param timeout the time limit of one command
     */
    RedisFireTail(
            ScriptRunner runner,
            RedisKeys keys,
            Supplier<StatefulRedisConnection<String, String>> opener,
            Duration timeout) {
        this.runner = runner;
        this.keys = keys;
        this.entries = new FireEntries(runner, keys);
        this.opener = opener;
        this.timeout = timeout;
    }

    @Override
    public String end() {
        List<StreamMessage<String, String>> newest =
                runner.await(runner.command(redis -> redis.xrevrange(keys.fires(), Range.unbounded(), Limit.from(1))));
        return newest.isEmpty() ? START : newest.get(0).getId();
    }

    @Override
    public Stretch after(String position, int limit, Duration patience) {
        List<StreamMessage<String, String>> found =
                patience.isZero() ? look(position, limit) : wait(position, limit, patience);
        if (found.isEmpty()) {
            return new Stretch(true, List.of(), position);
        }
        boolean whole = reachesBackTo(position);
        return new Stretch(
                whole, entries.read(found), found.get(found.size() - 1).getId());
    }

    private List<StreamMessage<String, String>> look(String position, int limit) {
        Range<String> range = Range.from(Range.Boundary.excluding(position), Range.Boundary.unbounded());
        return runner.await(runner.command(redis -> redis.xrange(keys.fires(), range, Limit.from(limit))));
    }

    /** Not told to the telemetry: how long nothing fired is not how long Redis took. */
    @SuppressWarnings("unchecked") // Lettuce takes a generic array
    private List<StreamMessage<String, String>> wait(String position, int limit, Duration patience) {
        Duration most = timeout.dividedBy(TIMEOUT_SHARE);
        Duration longest = most.compareTo(MAX_PATIENCE) < 0 ? most : MAX_PATIENCE;
        long millis = Math.max(1, Math.min(patience.toMillis(), longest.toMillis()));
        try {
            XReadArgs args = XReadArgs.Builder.block(millis).count(limit);
            return runner.await(connection().async().xread(args, StreamOffset.from(keys.fires(), position)));
        } catch (RuntimeException rejected) {
            throw RedisFailures.translate(rejected);
        }
    }

    private StatefulRedisConnection<String, String> connection() {
        StatefulRedisConnection<String, String> open = waiting;
        if (open == null) {
            open = opener.get();
            waiting = open;
        }
        return open;
    }

    /**
     * The log is cut at its old end, so what follows an entry that still stands is whole. Asked after the read: what is cut
     * in between makes this answer no, never yes.
     */
    private boolean reachesBackTo(String position) {
        if (position.equals(START)) {
            return neverCut();
        }
        Range<String> before = Range.from(Range.Boundary.unbounded(), Range.Boundary.including(position));
        return !runner.await(runner.command(redis -> redis.xrevrange(keys.fires(), before, Limit.from(1))))
                .isEmpty();
    }

    private boolean neverCut() {
        List<Object> facts = runner.await(runner.command(redis -> redis.xinfoStream(keys.fires())));
        Object length = null;
        Object added = null;
        for (int i = 0; i + 1 < facts.size(); i += 2) {
            String name = String.valueOf(facts.get(i));
            length = name.equals("length") ? facts.get(i + 1) : length;
            added = name.equals("entries-added") ? facts.get(i + 1) : added;
        }
        return length != null && length.equals(added);
    }

    @Override
    public void rest() {
        StatefulRedisConnection<String, String> open = waiting;
        waiting = null;
        if (open != null) {
            var unused = open.closeAsync();
        }
    }
}
