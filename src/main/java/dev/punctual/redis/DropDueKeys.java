package dev.punctual.redis;

import java.util.ArrayList;
import java.util.List;

/** Finds and removes due keys without a waiting job: {@code drop_due_keys.lua}. */
final class DropDueKeys {

    static final Script SCRIPT = Script.load("drop_due_keys", 1);

    private final ScriptRunner runner;
    private final String schedule;

    DropDueKeys(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.schedule = keys.schedule();
    }

    /**
     * Those that belong to no waiting job.
     *
     * @param dues generation and id, with a colon between them
     * @param drop whether they are removed
     */
    List<String> call(List<String> dues, boolean drop) {
        List<String> args = new ArrayList<>();
        args.add(drop ? "1" : "0");
        args.addAll(dues);
        return runner.texts(SCRIPT, List.of(schedule), args);
    }
}
