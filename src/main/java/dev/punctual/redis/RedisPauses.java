package dev.punctual.redis;

import dev.punctual.core.Pauses;
import dev.punctual.core.QueueName;

/** Pauses in Redis. */
final class RedisPauses implements Pauses {

    private final HoldQueue hold;

    RedisPauses(ScriptRunner runner, RedisKeys keys) {
        this.hold = new HoldQueue(runner, keys);
    }

    @Override
    public void pause(QueueName queue) {
        hold.pause(queue);
    }

    @Override
    public void resume(QueueName queue) {
        hold.resume(queue);
    }
}
