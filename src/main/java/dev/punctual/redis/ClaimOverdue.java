package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.FirePath;
import dev.punctual.core.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Claims what is overdue at the head of the schedule: {@code claim_overdue.lua}. */
final class ClaimOverdue {

    static final Script SCRIPT = Script.load("claim_overdue", 3);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final Claimer claimer;
    private final RedisClock clock;

    ClaimOverdue(ScriptRunner runner, RedisKeys keys, Claimer claimer, RedisClock clock) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.fires(), keys.counters());
        this.claimer = claimer;
        this.clock = clock;
    }

    ClaimBatch call(int limit, Duration grace, Instant catchUpBefore, Map<QueueName, Integer> free) {
        List<String> args = claimer.args(FirePath.SWEEP);
        args.add(FreePlaces.text(free));
        args.add(Integer.toString(limit));
        args.add(Long.toString(grace.toMillis()));
        args.add(Long.toString(catchUpBefore.toEpochMilli()));
        long sentNanos = System.nanoTime();
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        clock.sample(reply.number(0), sentNanos, System.nanoTime());
        return ClaimReply.read(reply, FirePath.SWEEP, claimer.instance());
    }
}
