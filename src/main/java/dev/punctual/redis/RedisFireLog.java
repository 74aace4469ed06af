package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.FireLog;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.FireQuery;
import dev.punctual.core.Generation;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobId;
import dev.punctual.core.Page;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the fire log: the stream of records, and the causes that were settled later. */
final class RedisFireLog implements FireLog {

    private static final int MAX_LOOKS = 20;
    private static final int MIN_LOOK = 100;
    private static final int MAX_CAUSES = 20_000;
    private static final Pattern ENTRY = Pattern.compile("[0-9]{1,15}-[0-9]{1,15}");

    private final ScriptRunner runner;
    private final RedisKeys keys;

    RedisFireLog(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    @Override
    public Page<Fire> fires(FireQuery query) {
        String before = query.cursor();
        if (before != null && !ENTRY.matcher(before).matches()) {
            throw new InvalidJobException("cursor", "is not the 'next' of an earlier page");
        }
        List<Fire> fires = new ArrayList<>();
        for (int looks = 0; looks < MAX_LOOKS; looks++) {
            int look = Math.max(MIN_LOOK, query.limit());
            List<StreamMessage<String, String>> entries = newestFirst(before, look);
            Map<String, SweepCause> causes = settledCauses(entries);
            for (StreamMessage<String, String> entry : entries) {
                Fire fire = read(entry, causes);
                before = entry.getId();
                if (fits(fire, query)) {
                    fires.add(fire);
                }
                if (fires.size() == query.limit()) {
                    return new Page<>(fires, before);
                }
            }
            if (entries.size() < look) {
                return new Page<>(fires, null);
            }
        }
        return new Page<>(fires, before);
    }

    private List<StreamMessage<String, String>> newestFirst(@Nullable String before, int limit) {
        Range<String> range = before == null
                ? Range.unbounded()
                : Range.from(Range.Boundary.unbounded(), Range.Boundary.excluding(before));
        return runner.await(runner.command(redis -> redis.xrevrange(keys.fires(), range, Limit.from(limit))));
    }

    private Map<String, SweepCause> settledCauses(List<StreamMessage<String, String>> entries) {
        boolean open = entries.stream()
                .anyMatch(entry -> SweepCause.LOST.word().equals(entry.getBody().get("cause")));
        if (!open) {
            return Map.of();
        }
        Range<Long> span = Range.create(
                millis(entries.get(entries.size() - 1).getId()),
                millis(entries.get(0).getId()));
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

    private static boolean fits(Fire fire, FireQuery query) {
        return (query.queue() == null || query.queue().equals(fire.job().queue()))
                && (query.path() == null || query.path() == fire.path());
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
