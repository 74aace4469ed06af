package dev.punctual.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a page of waiting jobs: {@code list_scheduled.lua}. */
final class ListScheduled {

    static final Script SCRIPT = Script.load("list_scheduled", 2);

    private final ScriptRunner runner;
    private final String schedule;

    ListScheduled(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.schedule = keys.schedule();
    }

    /**
     * @param zset the schedule, or the parked jobs of a queue
     * @param limit at most so many rows
     * @param look at most so many entries are looked at
     * @return whether the end was reached, due time and id of the last entry looked at, and the jobs
     */
    Reply call(String zset, int limit, int look, JobFilter filter, @Nullable JobPlace after) {
        List<String> args = List.of(
                Integer.toString(limit),
                Integer.toString(look),
                filter.queue(),
                filter.name(),
                after == null ? "" : Long.toString(after.dueAtMillis()),
                after == null ? "" : after.id());
        return new Reply(runner.await(runner.rows(SCRIPT, List.of(schedule, zset), args)));
    }
}
