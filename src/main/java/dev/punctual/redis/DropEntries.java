package dev.punctual.redis;

import java.util.List;

/** Finds and takes off entries without a record: {@code drop_entries.lua}. */
final class DropEntries {

    static final Script SCRIPT = Script.load("drop_entries", 2);

    private final ScriptRunner runner;
    private final String schedule;

    DropEntries(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.schedule = keys.schedule();
    }

    /**
     * @param looked how many entries were looked at
     * @param ids those that have no record
     */
    record Found(int looked, List<String> ids) {}

    /**
     * @param index the zset
     * @param queue the queue whose parked jobs it has; empty for none
     * @param start the first rank
     * @param drop whether they are taken off
     */
    Found call(String index, String queue, long start, int count, boolean drop) {
        List<String> args = List.of(queue, Long.toString(start), Integer.toString(count), drop ? "1" : "0");
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, List.of(schedule, index), args)));
        return new Found((int) reply.number(0), reply.texts(1));
    }
}
