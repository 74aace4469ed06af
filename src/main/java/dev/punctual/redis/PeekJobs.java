package dev.punctual.redis;

import java.util.List;

/** Reads what is needed to sort and filter jobs: {@code peek_jobs.lua}. */
final class PeekJobs {

    static final Script SCRIPT = Script.load("peek_jobs", 2);

    private final ScriptRunner runner;
    private final String schedule;

    PeekJobs(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.schedule = keys.schedule();
    }

    /** A row an entry: id, state, due time, queue, and name after {@code =}; the id alone where its record is not readable. */
    List<Reply> call(String index, int start, int stop) {
        List<String> args = List.of(Integer.toString(start), Integer.toString(stop));
        return runner.await(runner.rows(SCRIPT, List.of(schedule, index), args)).stream()
                .map(Reply::of)
                .toList();
    }
}
