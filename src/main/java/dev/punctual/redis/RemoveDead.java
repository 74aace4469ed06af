package dev.punctual.redis;

import java.util.List;

/** Removes dead jobs for good: {@code remove_dead.lua}. */
final class RemoveDead {

    static final Script SCRIPT = Script.load("remove_dead", 2);

    static final int MAX = 256;
    static final String REMOVED = "removed";
    static final String UNKNOWN = "unknown";

    private final ScriptRunner runner;
    private final List<String> keys;

    RemoveDead(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.dead());
    }

    /** An outcome an id: {@link #REMOVED}, {@link #UNKNOWN}, or the state that the job is in. */
    List<String> call(List<String> ids) {
        return runner.texts(SCRIPT, keys, ids);
    }
}
