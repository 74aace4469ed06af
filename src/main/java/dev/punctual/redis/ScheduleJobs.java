package dev.punctual.redis;

import dev.punctual.core.Delivery;
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

    /** How many values the script answers for a job. */
    private static final int ANSWERS = 5;

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
            args.add(ContentDigest.of(draft) + way(draft.route()));
            args.add(text(precondition));
        }
        return runner.rows(SCRIPT, keys, args).thenApply(rows -> read(drafts, new Reply(rows)));
    }

    private static String way(Delivery.Route route) {
        if (route.url() == null && route.traceparent() == null) {
            return "";
        }
        return (route.traceparent() == null ? "" : route.traceparent()) + "\n"
                + (route.url() == null ? "" : route.url());
    }

    private static List<Scheduled> read(List<JobDraft> drafts, Reply reply) {
        long earliest = reply.number(0);
        Reply values = reply.row(1);
        List<Scheduled> scheduled = new ArrayList<>(drafts.size());
        for (int i = 0; i < drafts.size(); i++) {
            int at = ANSWERS * i;
            Scheduled.Outcome outcome = outcome(values.text(at));
            long dueAtMillis = values.number(at + 2);
            scheduled.add(new Scheduled(
                    drafts.get(i).id(),
                    outcome,
                    JobState.ofWord(values.text(at + 1)).orElse(JobState.DEAD),
                    Instant.ofEpochMilli(dueAtMillis),
                    values.instant(at + 3),
                    new Generation(Math.max(1, values.number(at + 4))),
                    isNew(outcome) && dueAtMillis == earliest));
        }
        return scheduled;
    }

    private static Scheduled.Outcome outcome(String word) {
        return word.equals("created")
                ? Scheduled.Outcome.CREATED
                : Scheduled.Outcome.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static boolean isNew(Scheduled.Outcome outcome) {
        return outcome == Scheduled.Outcome.CREATED || outcome == Scheduled.Outcome.REPLACED;
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
