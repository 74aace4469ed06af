package dev.punctual.redis;

import dev.punctual.core.DeadJobs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads which jobs are dead: {@code peek_dead.lua}. */
final class PeekDead {

    static final Script SCRIPT = Script.load("peek_dead", 2);

    private static final int LOOK = 1000;

    private final ScriptRunner runner;
    private final List<String> keys;

    PeekDead(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.dead());
    }

    /** Ids, and where the look ended; null at the end. */
    record Found(List<String> ids, @Nullable JobPlace reached) {}

    Found call(DeadJobs.Query query, int limit, @Nullable JobPlace after) {
        List<String> args = List.of(
                Integer.toString(limit),
                Integer.toString(LOOK),
                query.queue() == null ? "" : query.queue().value(),
                query.reason() == null ? "" : query.reason(),
                after == null ? "" : Long.toString(after.dueAtMillis()),
                after == null ? "" : after.id());
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        boolean finished = reply.number(0) == 1 || reply.text(2).isEmpty();
        return new Found(reply.texts(3), finished ? null : new JobPlace(reply.number(1), reply.text(2)));
    }
}
