package dev.punctual.redis;

import dev.punctual.core.DueKey;
import dev.punctual.core.NudgeBatch;
import java.util.ArrayList;
import java.util.List;

/** Reads the due keys of due jobs: {@code nudge_due.lua}. */
final class NudgeDue {

    static final Script SCRIPT = Script.load("nudge_due", 1);

    private final ScriptRunner runner;
    private final RedisKeys names;
    private final List<String> keys;
    private final RedisClock clock;

    NudgeDue(ScriptRunner runner, RedisKeys keys, RedisClock clock) {
        this.runner = runner;
        this.names = keys;
        this.keys = List.of(keys.schedule());
        this.clock = clock;
    }

    NudgeBatch call(int limit) {
        long sentNanos = System.nanoTime();
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, List.of(Integer.toString(limit)))));
        clock.sample(reply.number(0), sentNanos, System.nanoTime());
        int nudged = (int) reply.number(1);
        int stillThere = (int) reply.number(2);
        if (nudged == 0) {
            return new NudgeBatch(0, stillThere, reply.instantOrNull(3));
        }
        List<DueKey> read = new ArrayList<>(nudged);
        for (String key : reply.texts(4)) {
            names.parseDue(key).ifPresent(read::add);
        }
        return new NudgeBatch(nudged, stillThere, reply.instantOrNull(3), RedisClock.instant(reply.number(0)), read);
    }
}
