package dev.punctual.redis;

import dev.punctual.core.Upcoming;
import dev.punctual.core.UpcomingSource;
import java.time.Instant;
import java.util.List;

/** Counts what is due next: {@code count_upcoming.lua}. */
final class CountUpcoming implements UpcomingSource {

    static final Script SCRIPT = Script.load("count_upcoming", 1);

    private static final int MICROS_PER_MILLI = 1000;

    private final ScriptRunner runner;
    private final List<String> keys;

    CountUpcoming(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule());
    }

    @Override
    public Upcoming upcoming() {
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, List.of())));
        return new Upcoming(
                Instant.ofEpochMilli(reply.number(0) / MICROS_PER_MILLI),
                reply.number(1),
                counts(reply, 2),
                counts(reply, 3),
                counts(reply, 4),
                reply.number(5));
    }

    private static List<Long> counts(Reply reply, int place) {
        return reply.texts(place).stream().map(Long::valueOf).toList();
    }
}
