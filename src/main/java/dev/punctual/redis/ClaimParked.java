package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.FirePath;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import java.util.List;

/** Claims parked jobs of one queue: {@code claim_parked.lua}. */
final class ClaimParked {

    static final Script SCRIPT = Script.load("claim_parked", 3);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final Claimer claimer;
    private final RedisClock clock;

    ClaimParked(ScriptRunner runner, RedisKeys keys, Claimer claimer, RedisClock clock) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.fires(), keys.counters());
        this.claimer = claimer;
        this.clock = clock;
    }

    LeaseStore.ParkedBatch call(QueueName queue, int limit) {
        List<String> args = claimer.args(FirePath.SWEEP);
        args.add(queue.value());
        args.add(Integer.toString(limit));
        long sentNanos = System.nanoTime();
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        clock.sample(reply.number(0), sentNanos, System.nanoTime());
        ClaimBatch batch = ClaimReply.read(reply, FirePath.SWEEP, claimer.instance());
        return new LeaseStore.ParkedBatch(batch, batch.left() == 1);
    }
}
