package dev.punctual.redis;

import java.util.List;

/** Removes finished jobs beyond the retention: {@code trim_finished.lua}. */
final class TrimFinished {

    static final Script SCRIPT = Script.load("trim_finished", 2);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final RetentionSettings retention;

    TrimFinished(ScriptRunner runner, RedisKeys keys, RetentionSettings retention) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.finished());
        this.retention = retention;
    }

    int call(int limit) {
        List<String> args = List.of(
                Long.toString(retention.age().toMillis()), retention.count().toString(), Integer.toString(limit));
        return runner.await(runner.number(SCRIPT, keys, args)).intValue();
    }
}
