package dev.punctual.redis;

import dev.punctual.core.Generation;
import dev.punctual.core.Job;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.core.QueueName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads jobs: {@code get_jobs.lua}. */
final class GetJobs {

    static final Script SCRIPT = Script.load("get_jobs", 1);
    static final int MAX = 100;

    private static final int FOUND = 18;

    private final ScriptRunner runner;
    private final List<String> keys;

    GetJobs(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule());
    }

    /** The jobs that are known, in the order of the ids; at most {@link #MAX}. */
    List<Job> call(List<String> ids) {
        Reply rows = new Reply(runner.await(runner.rows(SCRIPT, keys, ids)));
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            Reply row = rows.row(i);
            if (row.size() == FOUND) {
                jobs.add(row.job());
            } else if (row.size() > 1) {
                jobs.add(unreadable(ids.get(i), row.text(1)));
            }
        }
        return jobs;
    }

    /** What can be said of a job whose record is damaged, until a sweep or a check sets it aside. */
    private static Job unreadable(String id, String reason) {
        return new Job(
                new Job.Content(new JobId(id), QueueName.DEFAULT, null, null, null, null, null),
                JobState.DEAD,
                Instant.EPOCH,
                Instant.EPOCH,
                Instant.EPOCH,
                new Generation(1),
                new Job.History(0, null, reason, List.of()));
    }
}
