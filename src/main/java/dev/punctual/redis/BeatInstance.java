package dev.punctual.redis;

import dev.punctual.core.PunctualException;
import java.time.Duration;
import java.util.List;

/** Says that this instance lives: {@code beat_instance.lua}. */
final class BeatInstance {

    static final Script SCRIPT = Script.load("beat_instance", 4);

    /** The version of the key layout that this service writes. */
    static final String LAYOUT = "1";

    /** How long a silent instance is told of, in milliseconds: a minute. */
    static final String REMEMBERED_MILLIS = Long.toString(Duration.ofMinutes(1).toMillis());

    /** Three times the longest time between two signs. */
    private static final Duration BELIEVED = Duration.ofSeconds(15);

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final String instance;

    BeatInstance(ScriptRunner runner, RedisKeys keys, String instance) {
        this.runner = runner;
        this.keys = keys;
        this.instance = instance;
    }

    /**
     * @return the instances that listen
     * @throws PunctualException if the namespace has a key layout that this service does not know
     */
    List<String> call(boolean listening) {
        Reply reply = new Reply(runner.await(runner.rows(
                SCRIPT,
                List.of(keys.schedule(), keys.instances(), keys.listeners(), keys.layout()),
                List.of(
                        instance,
                        REMEMBERED_MILLIS,
                        listening ? Long.toString(BELIEVED.toMillis()) : "0",
                        keys.wake()))));
        String layout = reply.text(0);
        if (!layout.equals(LAYOUT)) {
            throw new UnknownLayoutException("the key layout in Redis (" + keys.layout() + ") is '" + layout
                    + "'; this version of Punctual knows '" + LAYOUT + "' only");
        }
        return reply.texts(1);
    }
}
