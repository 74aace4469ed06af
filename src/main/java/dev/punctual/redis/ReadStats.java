package dev.punctual.redis;

import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the counts over all instances: {@code read_stats.lua}. */
final class ReadStats {

    static final Script SCRIPT = Script.load("read_stats", 7);

    private static final int MICROS_PER_MILLI = 1000;

    private final ScriptRunner runner;
    private final List<String> keys;

    ReadStats(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(
                keys.schedule(),
                keys.running(),
                keys.dead(),
                keys.finished(),
                keys.counters(),
                keys.instances(),
                keys.held());
    }

    StoreStats call() {
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, List.of(BeatInstance.REMEMBERED_MILLIS))));
        long nowMillis = reply.number(0) / MICROS_PER_MILLI;
        long oldest = reply.number(2) == 0 ? 0 : Math.max(0, nowMillis - Math.min(nowMillis, reply.number(6)));
        return new StoreStats(
                Instant.ofEpochMilli(nowMillis),
                instances(reply.texts(8)),
                new StoreStats.Jobs(
                        reply.number(1),
                        reply.number(2),
                        reply.number(3),
                        reply.number(4),
                        reply.number(5),
                        oldest,
                        parked(reply.row(9))),
                fires(reply.texts(7)));
    }

    private static StoreStats.Parked parked(Reply waits) {
        return new StoreStats.Parked(
                waits.number(0), Math.max(0, waits.number(1)), waits.number(2), Math.max(0, waits.number(3)));
    }

    private static List<StoreStats.Instance> instances(List<String> pairs) {
        List<StoreStats.Instance> instances = new ArrayList<>();
        for (int i = 0; i + 1 < pairs.size(); i += 2) {
            long seenMillis = Reply.whole(pairs.get(i + 1));
            instances.add(new StoreStats.Instance(pairs.get(i), Instant.ofEpochMilli(seenMillis)));
        }
        return instances;
    }

    private static StoreStats.Fires fires(List<String> pairs) {
        Map<String, Long> counters = new HashMap<>();
        for (int i = 0; i + 1 < pairs.size(); i += 2) {
            counters.put(pairs.get(i), Long.parseLong(pairs.get(i + 1)));
        }
        Map<SweepCause, Long> byCause = new EnumMap<>(SweepCause.class);
        for (SweepCause cause : SweepCause.values()) {
            byCause.put(cause, counters.getOrDefault("sweep:" + cause.word(), 0L));
        }
        return new StoreStats.Fires(counters.getOrDefault("fast", 0L), byCause);
    }
}
