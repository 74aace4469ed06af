package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.FireTail;
import dev.punctual.core.Generation;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns entries of the fire log into fires, with the causes that were settled later. */
final class FireEntries {

    private static final Logger LOG = LoggerFactory.getLogger(FireEntries.class);
    private static final int MAX_CAUSES = 20_000;

    private final ScriptRunner runner;
    private final RedisKeys keys;

    FireEntries(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    /** The fires of entries that follow each other, in their order; what is no record of ours is left out. */
    List<FireTail.Entry> read(List<StreamMessage<String, String>> entries) {
        Map<String, SweepCause> causes = settledCauses(entries);
        List<FireTail.Entry> fires = new ArrayList<>(entries.size());
        for (StreamMessage<String, String> entry : entries) {
            try {
                fires.add(new FireTail.Entry(entry.getId(), read(entry, causes)));
            } catch (InvalidJobException | IllegalArgumentException | NoSuchElementException foreign) {
                LOG.debug("Entry {} of the fire log is not ours: {}", entry.getId(), foreign.getMessage());
            }
        }
        return fires;
    }

    private Map<String, SweepCause> settledCauses(List<StreamMessage<String, String>> entries) {
        boolean open = entries.stream()
                .anyMatch(entry -> SweepCause.LOST.word().equals(entry.getBody().get("cause")));
        if (!open) {
            return Map.of();
        }
        long first = millis(entries.get(0).getId());
        long last = millis(entries.get(entries.size() - 1).getId());
        Range<Long> span = Range.create(Math.min(first, last), Math.max(first, last));
        Map<String, SweepCause> causes = new HashMap<>();
        for (String settled : runner.await(
                runner.command(redis -> redis.zrangebyscore(keys.causes(), span, Limit.from(MAX_CAUSES))))) {
            int equals = settled.indexOf('=');
            SweepCause.ofWord(settled.substring(equals + 1))
                    .ifPresent(cause -> causes.put(settled.substring(0, equals), cause));
        }
        return causes;
    }

    private static long millis(String entry) {
        return Long.parseLong(entry.substring(0, entry.indexOf('-')));
    }

    private static Fire read(StreamMessage<String, String> entry, Map<String, SweepCause> settled) {
        Map<String, String> field = entry.getBody();
        String name = field.getOrDefault("name", "");
        SweepCause cause = SweepCause.ofWord(field.getOrDefault("cause", "")).orElse(null);
        return new Fire(
                new Fire.Subject(
                        new JobId(text(field, "id")),
                        new QueueName(text(field, "queue")),
                        name.isEmpty() ? null : name,
                        new Generation(Long.parseLong(text(field, "generation")))),
                FirePath.ofWord(text(field, "path")).orElseThrow(),
                settled.getOrDefault(entry.getId(), cause),
                Instant.ofEpochMilli(Long.parseLong(text(field, "dueAt"))),
                Instant.ofEpochMilli(Long.parseLong(text(field, "firedAt"))),
                Integer.parseInt(text(field, "attempt")),
                text(field, "instance"),
                FireOutcome.ofWord(text(field, "outcome")));
    }

    private static String text(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }
}
