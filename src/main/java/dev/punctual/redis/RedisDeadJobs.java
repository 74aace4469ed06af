package dev.punctual.redis;

import dev.punctual.core.DeadJobs;
import dev.punctual.core.Job;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobId;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.JobState;
import dev.punctual.core.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Dead jobs in Redis. */
final class RedisDeadJobs implements DeadJobs {

    private static final int MAX_LOOKS = 20;

    private final PeekDead peek;
    private final GetJobs get;
    private final ReplayJobs replay;
    private final RemoveDead remove;

    RedisDeadJobs(ScriptRunner runner, RedisKeys keys) {
        this.peek = new PeekDead(runner, keys);
        this.get = new GetJobs(runner, keys);
        this.replay = new ReplayJobs(runner, keys);
        this.remove = new RemoveDead(runner, keys);
    }

    @Override
    public Page<Job> list(Query query) {
        PeekDead.Found found = find(query);
        List<Job> jobs = new ArrayList<>();
        for (List<String> some : parts(found.ids(), GetJobs.MAX)) {
            jobs.addAll(get.call(some));
        }
        jobs.removeIf(job -> job.state() != JobState.DEAD);
        return new Page<>(jobs, cursor(found.reached()));
    }

    @Override
    public Step replay(Query query) {
        return change(query, ReplayJobs.MAX, replay::call, ReplayJobs.REPLAYED);
    }

    @Override
    public Step remove(Query query) {
        return change(query, RemoveDead.MAX, remove::call, RemoveDead.REMOVED);
    }

    private Step change(Query query, int most, Function<List<String>, List<String>> script, String done) {
        PeekDead.Found found = find(query);
        List<JobId> changed = new ArrayList<>();
        for (List<String> some : parts(found.ids(), most)) {
            List<String> outcomes = script.apply(some);
            for (int i = 0; i < some.size(); i++) {
                if (outcomes.get(i).equals(done)) {
                    changed.add(new JobId(some.get(i)));
                }
            }
        }
        return new Step(changed, cursor(found.reached()));
    }

    @Override
    public void remove(JobId id) {
        String outcome = remove.call(List.of(id.value())).get(0);
        if (outcome.equals(RemoveDead.UNKNOWN)) {
            throw new JobNotFoundException(id);
        }
        if (!outcome.equals(RemoveDead.REMOVED)) {
            throw new JobConflictException(id, JobState.ofWord(outcome).orElse(JobState.DEAD), "is " + outcome);
        }
    }

    /** Looks on where many dead jobs do not fit, but not for long. */
    private PeekDead.Found find(Query query) {
        List<String> ids = new ArrayList<>();
        JobPlace after = JobPlace.ofCursor(query.cursor());
        for (int looks = 0; looks < MAX_LOOKS && ids.size() < query.limit(); looks++) {
            PeekDead.Found found = peek.call(query, query.limit() - ids.size(), after);
            ids.addAll(found.ids());
            after = found.reached();
            if (after == null) {
                break;
            }
        }
        ids.removeIf(id -> !JobId.isValid(id));
        return new PeekDead.Found(ids, after);
    }

    private static List<List<String>> parts(List<String> ids, int most) {
        List<List<String>> parts = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += most) {
            parts.add(ids.subList(from, Math.min(ids.size(), from + most)));
        }
        return parts;
    }

    private static @Nullable String cursor(@Nullable JobPlace reached) {
        return reached == null ? null : reached.cursor();
    }
}
