package dev.punctual.redis;

import dev.punctual.core.Job;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobStore;
import dev.punctual.core.Page;
import dev.punctual.core.Precondition;
import dev.punctual.core.Scheduled;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Keeps jobs in Redis, a script a change. */
final class RedisJobStore implements JobStore {

    private final ScriptRunner runner;
    private final ScheduleJobs schedule;
    private final JoinedSchedules joined;
    private final RescheduleJob reschedule;
    private final CancelJob cancel;
    private final GetJobs get;
    private final ReplayJobs replay;
    private final JobList list;

    /**
     * @param mostWaiting how many jobs that are scheduled one by one may wait for Redis
     */
    RedisJobStore(ScriptRunner runner, RedisKeys keys, int mostWaiting) {
        this.runner = runner;
        this.schedule = new ScheduleJobs(runner, keys);
        this.joined = new JoinedSchedules(schedule, mostWaiting);
        this.reschedule = new RescheduleJob(runner, keys);
        this.cancel = new CancelJob(runner, keys);
        this.get = new GetJobs(runner, keys);
        this.replay = new ReplayJobs(runner, keys);
        this.list = new JobList(runner, keys);
    }

    @Override
    public CompletionStage<List<Scheduled>> schedule(List<JobDraft> drafts) {
        return drafts.size() == 1 ? joined.create(drafts.get(0)).thenApply(List::of) : schedule.create(drafts);
    }

    @Override
    public Scheduled put(JobDraft draft, Precondition precondition) {
        return runner.await(schedule.put(draft, precondition)).get(0);
    }

    @Override
    public Job patch(JobId id, JobPatch patch) {
        return reschedule.patch(id, patch);
    }

    @Override
    public Job fireNow(JobId id) {
        return reschedule.fireNow(id);
    }

    @Override
    public Job replay(JobId id) {
        String outcome = replay.call(List.of(id.value())).get(0);
        Job job = find(id).orElseThrow(() -> new JobNotFoundException(id));
        if (!outcome.equals(ReplayJobs.REPLAYED)) {
            throw new JobConflictException(id, job.state(), "is " + outcome + " and cannot be replayed");
        }
        return job;
    }

    @Override
    public void cancel(JobId id) {
        cancel.call(id);
    }

    @Override
    public Optional<Job> find(JobId id) {
        return get.call(List.of(id.value())).stream().findFirst();
    }

    @Override
    public Page<Job> list(JobQuery query) {
        return list.page(query);
    }
}
