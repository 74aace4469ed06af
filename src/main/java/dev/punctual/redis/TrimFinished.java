package dev.punctual.redis;

import java.time.Duration;
import java.util.List;

/** Removes finished or dead jobs beyond the retention: {@code trim_finished.lua}. */
final class TrimFinished {

    static final Script SCRIPT = Script.load("trim_finished", 2);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final String ageMillis;
    private final String count;

    TrimFinished(ScriptRunner runner, RedisKeys keys, RetentionSettings retention) {
        this(runner, List.of(keys.schedule(), keys.finished()), retention.age(), retention.count());
    }

    private TrimFinished(ScriptRunner runner, List<String> keys, Duration age, int count) {
        this.runner = runner;
        this.keys = keys;
        this.ageMillis = Long.toString(age.toMillis());
        this.count = Integer.toString(count);
    }

    /** Removes dead jobs instead. */
    static TrimFinished ofDead(ScriptRunner runner, RedisKeys keys, RetentionSettings retention) {
        return new TrimFinished(
                runner, List.of(keys.schedule(), keys.dead()), retention.deadAge(), retention.deadCount());
    }

    int call(int limit) {
        List<String> args = List.of(ageMillis, count, Integer.toString(limit));
        return runner.await(runner.number(SCRIPT, keys, args)).intValue();
    }
}
