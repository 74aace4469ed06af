package dev.punctual.redis;

import java.util.List;

/** Puts jobs back that have lost their place: {@code mend_jobs.lua}. */
final class MendJobs {

    static final Script SCRIPT = Script.load("mend_jobs", 4);

    private final ScriptRunner runner;
    private final List<String> keys;

    MendJobs(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.finished(), keys.dead(), keys.running());
    }

    /** The ids that were mended. */
    List<String> call(List<String> ids) {
        return runner.texts(SCRIPT, keys, ids);
    }
}
