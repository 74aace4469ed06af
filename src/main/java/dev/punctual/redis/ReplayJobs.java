package dev.punctual.redis;

import java.util.ArrayList;
import java.util.List;

/** Lets dead jobs wait again: {@code replay_jobs.lua}. */
final class ReplayJobs {

    static final Script SCRIPT = Script.load("replay_jobs", 2);

    static final int MAX = 256;
    static final String REPLAYED = "replayed";
    static final String UNKNOWN = "unknown";

    private final ScriptRunner runner;
    private final List<String> keys;
    private final String wakeChannel;

    ReplayJobs(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.dead());
        this.wakeChannel = keys.wake();
    }

    /** An outcome an id: {@link #REPLAYED}, {@link #UNKNOWN}, or the state that the job is in. */
    List<String> call(List<String> ids) {
        List<String> args = new ArrayList<>(ids.size() + 1);
        args.add(wakeChannel);
        args.addAll(ids);
        return runner.texts(SCRIPT, keys, args);
    }
}
