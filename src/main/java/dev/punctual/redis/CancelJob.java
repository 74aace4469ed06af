package dev.punctual.redis;

import dev.punctual.core.JobId;
import dev.punctual.core.JobNotFoundException;
import java.util.List;

/** Takes a waiting job back: {@code cancel_job.lua}. */
final class CancelJob {

    static final Script SCRIPT = Script.load("cancel_job", 2);

    private final ScriptRunner runner;
    private final List<String> keys;

    CancelJob(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.finished());
    }

    void call(JobId id) {
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, List.of(id.value()))));
        switch (reply.text(0)) {
            case "cancelled" -> {
                return;
            }
            case "unknown" -> throw new JobNotFoundException(id);
            default -> throw RescheduleJob.conflict(id, reply.text(1));
        }
    }
}
