package dev.punctual.redis;

import dev.punctual.core.QueueName;
import java.util.List;

/** Pauses and resumes queues: {@code hold_queue.lua}. */
final class HoldQueue {

    static final Script SCRIPT = Script.load("hold_queue", 2);

    private final ScriptRunner runner;
    private final RedisKeys keys;

    HoldQueue(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    /** True where that changed anything. */
    boolean pause(QueueName queue) {
        return call(queue, "pause");
    }

    /** True where that changed anything. */
    boolean resume(QueueName queue) {
        return call(queue, "resume");
    }

    private boolean call(QueueName queue, String how) {
        List<String> args = List.of(queue.value(), how, keys.wake());
        return runner.await(runner.number(SCRIPT, List.of(keys.schedule(), keys.held()), args)) == 1;
    }
}
