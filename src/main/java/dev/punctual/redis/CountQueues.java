package dev.punctual.redis;

import dev.punctual.core.JobState;
import dev.punctual.core.QueueName;
import dev.punctual.core.StoreStats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the counts by queue: {@code count_queues.lua}. */
final class CountQueues {

    static final Script SCRIPT = Script.load("count_queues", 3);

    private static final String LOOK = "1000";

    private final ScriptRunner runner;
    private final List<String> keys;

    CountQueues(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.counts(), keys.held());
    }

    List<StoreStats.QueueCounts> call() {
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, List.of(LOOK))));
        Map<String, Map<JobState, Long>> byQueue = new TreeMap<>();
        List<String> counts = reply.texts(0);
        for (int i = 0; i + 1 < counts.size(); i += 2) {
            String[] field = counts.get(i).split(":", 2);
            Map<JobState, Long> byState = byQueue.computeIfAbsent(field[1], name -> zeros());
            long count = Long.parseLong(counts.get(i + 1));
            JobState.ofWord(field[0]).ifPresent(state -> byState.put(state, Math.max(0, count)));
        }
        Map<String, Instant> oldest = new HashMap<>();
        List<String> due = reply.texts(1);
        for (int i = 0; i + 1 < due.size(); i += 2) {
            Instant first = Instant.ofEpochMilli(Reply.whole(due.get(i + 1)));
            oldest.merge(due.get(i), first, (one, other) -> one.isBefore(other) ? one : other);
        }
        Set<String> paused = new HashSet<>();
        List<String> held = reply.texts(2);
        for (int i = 0; i + 1 < held.size(); i += 2) {
            if (held.get(i + 1).equals("paused")) {
                paused.add(held.get(i));
                byQueue.computeIfAbsent(held.get(i), name -> zeros());
            }
        }
        List<StoreStats.QueueCounts> queues = new ArrayList<>();
        byQueue.forEach((name, byState) -> queues.add(
                new StoreStats.QueueCounts(new QueueName(name), byState, oldest.get(name), paused.contains(name))));
        return queues;
    }

    private static Map<JobState, Long> zeros() {
        Map<JobState, Long> zeros = new EnumMap<>(JobState.class);
        for (JobState state : JobState.values()) {
            zeros.put(state, 0L);
        }
        return zeros;
    }
}
