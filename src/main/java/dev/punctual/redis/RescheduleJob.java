package dev.punctual.redis;

import dev.punctual.core.Change;
import dev.punctual.core.Due;
import dev.punctual.core.Job;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobId;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobState;
import dev.punctual.core.RetryPolicy;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes a waiting job: {@code reschedule_job.lua}. */
final class RescheduleJob {

    static final Script SCRIPT = Script.load("reschedule_job", 1);

    private final ScriptRunner runner;
    private final RedisKeys keys;

    RescheduleJob(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    Job patch(JobId id, JobPatch patch) {
        Due due = patch.due();
        return call(
                id,
                List.of(
                        id.value(),
                        "rescheduled",
                        keys.wake(),
                        due == null ? "" : ScheduleJobs.kind(due),
                        due == null ? "" : ScheduleJobs.millis(due),
                        text(patch.name(), Function.identity()),
                        text(patch.payload(), Function.identity()),
                        text(patch.retry(), (RetryPolicy retry) -> Reply.retry(retry))));
    }

    /** Makes it due now and changes nothing else; one that is overdue stays as overdue as it is. */
    Job fireNow(JobId id) {
        return call(id, List.of(id.value(), "fire_requested", keys.wake(), "now", "", "", "", ""));
    }

    private Job call(JobId id, List<String> args) {
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, List.of(keys.schedule()), args)));
        return switch (reply.text(0)) {
            case "changed" -> reply.row(1).job();
            case "unknown" -> throw new JobNotFoundException(id);
            default -> throw conflict(id, reply.text(1));
        };
    }

    static JobConflictException conflict(JobId id, String state) {
        return new JobConflictException(
                id, JobState.ofWord(state).orElseThrow(), "is " + state + ", so it is too late for that");
    }

    private static <T> String text(Change<T> change, Function<T, String> written) {
        if (!change.present()) {
            return "";
        }
        @Nullable T value = change.value();
        return value == null ? "-" : "=" + written.apply(value);
    }
}
