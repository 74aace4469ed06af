package dev.punctual.redis;

import dev.punctual.core.NudgeBatch;
import java.util.List;

/** Reads the due keys of due jobs: {@code nudge_due.lua}. */
final class NudgeDue {

    static final Script SCRIPT = Script.load("nudge_due", 1);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final RedisClock clock;

    NudgeDue(ScriptRunner runner, RedisKeys keys, RedisClock clock) {
        this.runner = runner;
        this.keys = List.of(keys.schedule());
        this.clock = clock;
    }

    NudgeBatch call(int limit) {
        long sentNanos = System.nanoTime();
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, List.of(Integer.toString(limit)))));
        clock.sample(reply.number(0), sentNanos, System.nanoTime());
        return new NudgeBatch((int) reply.number(1), (int) reply.number(2), reply.instantOrNull(3));
    }
}
