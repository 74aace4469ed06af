package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.FireLog;
import dev.punctual.core.FireQuery;
import dev.punctual.core.FireTail;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.Page;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the fire log: the stream of records, and the causes that were settled later. */
final class RedisFireLog implements FireLog {

    private static final int MAX_LOOKS = 20;
    private static final int MIN_LOOK = 100;

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final FireEntries entries;

    RedisFireLog(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = keys;
        this.entries = new FireEntries(runner, keys);
    }

    @Override
    public Page<Fire> fires(FireQuery query) {
        String before = query.cursor();
        if (before != null && !FireTail.isPosition(before)) {
            throw new InvalidJobException("cursor", "is not the 'next' of an earlier page");
        }
        List<Fire> fires = new ArrayList<>();
        for (int looks = 0; looks < MAX_LOOKS; looks++) {
            int look = Math.max(MIN_LOOK, query.limit());
            List<StreamMessage<String, String>> entries = newestFirst(before, look);
            for (FireTail.Entry entry : this.entries.read(entries)) {
                before = entry.position();
                if (fits(entry.fire(), query)) {
                    fires.add(entry.fire());
                }
                if (fires.size() == query.limit()) {
                    return new Page<>(fires, before);
                }
            }
            if (entries.size() < look) {
                return new Page<>(fires, null);
            }
            before = entries.get(entries.size() - 1).getId();
        }
        return new Page<>(fires, before);
    }

    private List<StreamMessage<String, String>> newestFirst(@Nullable String before, int limit) {
        Range<String> range = before == null
                ? Range.unbounded()
                : Range.from(Range.Boundary.unbounded(), Range.Boundary.excluding(before));
        return runner.await(runner.command(redis -> redis.xrevrange(keys.fires(), range, Limit.from(limit))));
    }

    private static boolean fits(Fire fire, FireQuery query) {
        return (query.queue() == null || query.queue().equals(fire.job().queue()))
                && (query.path() == null || query.path() == fire.path());
    }
}
