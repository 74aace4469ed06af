package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.DueKey;
import dev.punctual.core.FirePath;
import dev.punctual.core.QueueName;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Claims what notifications told of: {@code claim_notified.lua}. */
final class ClaimNotified {

    static final Script SCRIPT = Script.load("claim_notified", 3);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final Claimer claimer;
    private final RedisClock clock;

    ClaimNotified(ScriptRunner runner, RedisKeys keys, Claimer claimer, RedisClock clock) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.fires(), keys.counters());
        this.claimer = claimer;
        this.clock = clock;
    }

    ClaimBatch call(List<DueKey> hints, Instant leaveBefore, Map<QueueName, Integer> free) {
        List<String> args = claimer.args(FirePath.FAST);
        args.add(FreePlaces.text(free));
        args.add(Long.toString(leaveBefore.toEpochMilli()));
        for (DueKey hint : hints) {
            args.add(hint.generation().toString());
            args.add(hint.id().value());
        }
        long sentNanos = System.nanoTime();
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        clock.sample(reply.number(0), sentNanos, System.nanoTime());
        return ClaimReply.read(reply, FirePath.FAST, claimer.instance());
    }
}
