package dev.punctual.redis;

import java.util.List;

/** Finds jobs that have lost their place: {@code find_lost.lua}. */
final class FindLost {

    static final Script SCRIPT = Script.load("find_lost", 4);

    private final ScriptRunner runner;
    private final List<String> keys;

    FindLost(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.finished(), keys.dead(), keys.running());
    }

    /** The ids of those that are lost. */
    List<String> call(List<String> ids) {
        return runner.texts(SCRIPT, keys, ids);
    }
}
