package dev.punctual.redis;

import dev.punctual.core.Due;
import dev.punctual.core.Generation;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobState;
import dev.punctual.core.Precondition;
import dev.punctual.core.Scheduled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** Stores jobs: {@code schedule_jobs.lua}. */
final class ScheduleJobs {

    static final Script SCRIPT = Script.load("schedule_jobs", 3);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final String wakeChannel;

    ScheduleJobs(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.finished(), keys.dead());
        this.wakeChannel = keys.wake();
    }

    CompletionStage<List<Scheduled>> create(List<JobDraft> drafts) {
        return call("create", drafts, new Precondition.None());
    }

    CompletionStage<List<Scheduled>> put(JobDraft draft, Precondition precondition) {
        return call("put", List.of(draft), precondition);
    }

    private CompletionStage<List<Scheduled>> call(String mode, List<JobDraft> drafts, Precondition precondition) {
        List<String> args = new ArrayList<>(2 + 10 * drafts.size());
        args.add(mode);
        args.add(wakeChannel);
        for (JobDraft draft : drafts) {
            args.add(draft.id().value());
            args.add(draft.queue().value());
            args.add(draft.name() == null ? "" : "=" + draft.name());
            args.add(kind(draft.due()));
            args.add(millis(draft.due()));
            args.add(draft.payload() == null ? "" : draft.payload());
            args.add(draft.retry() == null ? "" : Reply.retry(draft.retry()));
            args.add(
                    draft.deadline() == null
                            ? ""
                            : Long.toString(draft.deadline().toMillis()));
            args.add(ContentDigest.of(draft));
            args.add(text(precondition));
        }
        return runner.rows(SCRIPT, keys, args).thenApply(rows -> read(drafts, new Reply(rows)));
    }

    private static List<Scheduled> read(List<JobDraft> drafts, Reply rows) {
        List<Scheduled> scheduled = new ArrayList<>(drafts.size());
        for (int i = 0; i < drafts.size(); i++) {
            Reply row = rows.row(i);
            scheduled.add(new Scheduled(
                    drafts.get(i).id(),
                    Scheduled.Outcome.valueOf(row.text(0).toUpperCase(Locale.ROOT)),
                    JobState.ofWord(row.text(1)).orElse(JobState.DEAD),
                    row.instant(2),
                    row.instant(3),
                    new Generation(Math.max(1, row.number(4))),
                    row.number(5) == 1));
        }
        return scheduled;
    }

    static String kind(Due due) {
        return due instanceof Due.At ? "at" : "in";
    }

    /** Rounded up to the millisecond, so that nothing fires before the instant that was asked for. */
    static String millis(Due due) {
        if (due instanceof Due.At at) {
            long millis = at.instant().toEpochMilli();
            return Long.toString(Instant.ofEpochMilli(millis).equals(at.instant()) ? millis : millis + 1);
        }
        Duration delay = ((Due.After) due).delay();
        long millis = delay.toMillis();
        return Long.toString(Duration.ofMillis(millis).equals(delay) ? millis : millis + 1);
    }

    private static String text(Precondition precondition) {
        if (precondition instanceof Precondition.Absent) {
            return "*";
        }
        return precondition instanceof Precondition.GenerationIs is
                ? is.generation().toString()
                : "";
    }
}
