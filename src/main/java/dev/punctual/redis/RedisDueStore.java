package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import dev.punctual.core.JobId;
import dev.punctual.core.NudgeBatch;
import dev.punctual.core.QueueName;
import dev.punctual.core.Settlement;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The schedule as the engine sees it, in Redis. */
final class RedisDueStore implements DueStore {

    private static final int MEND_BATCH = 500;

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final RedisClock clock;
    private final NudgeDue nudge;
    private final ClaimNotified claimNotified;
    private final ClaimOverdue claimOverdue;
    private final SettleCauses settle;
    private final TrimFinished trim;
    private final TrimFinished trimDead;
    private final MendJobs mend;
    private final BeatInstance beat;

    RedisDueStore(ScriptRunner runner, RedisKeys keys, RedisClock clock, Claimer claimer, RetentionSettings retention) {
        this.runner = runner;
        this.keys = keys;
        this.clock = clock;
        this.nudge = new NudgeDue(runner, keys, clock);
        this.claimNotified = new ClaimNotified(runner, keys, claimer, clock);
        this.claimOverdue = new ClaimOverdue(runner, keys, claimer, clock);
        this.settle = new SettleCauses(runner, keys, retention.fires());
        this.trim = new TrimFinished(runner, keys, retention);
        this.trimDead = TrimFinished.ofDead(runner, keys, retention);
        this.mend = new MendJobs(runner, keys);
        this.beat = new BeatInstance(runner, keys, claimer.instance());
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public NudgeBatch nudge(int limit) {
        return nudge.call(limit);
    }

    @Override
    public ClaimBatch claimNotified(List<DueKey> hints, Instant leaveBefore, Map<QueueName, Integer> free) {
        return claimNotified.call(hints, leaveBefore, free);
    }

    @Override
    public ClaimBatch claimOverdue(int limit, Duration grace, Instant catchUpBefore, Map<QueueName, Integer> free) {
        return claimOverdue.call(limit, grace, catchUpBefore, free);
    }

    @Override
    public void settle(List<Settlement> settlements) {
        settle.call(settlements);
    }

    @Override
    public int trimFinished(int limit) {
        return trim.call(limit);
    }

    @Override
    public int trimDead(int limit) {
        return trimDead.call(limit);
    }

    @Override
    public Mended mend(String cursor, int look) {
        ScanArgs args = ScanArgs.Builder.matches(keys.jobPattern()).limit(look);
        KeyScanCursor<String> found = runner.await(runner.command(redis -> redis.scan(ScanCursor.of(cursor), args)));
        List<String> ids =
                found.getKeys().stream().map(keys::idOf).filter(JobId::isValid).toList();
        List<String> mended = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += MEND_BATCH) {
            mended.addAll(mend.call(ids.subList(from, Math.min(ids.size(), from + MEND_BATCH))));
        }
        return new Mended(found.getCursor(), mended);
    }

    @Override
    public List<String> beat(boolean listening) {
        return beat.call(listening);
    }
}
