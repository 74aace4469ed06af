package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.core.Due;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobService;
import dev.punctual.core.QueueName;
import dev.punctual.core.Scheduled;
import dev.punctual.redis.RedisRoom;
import dev.punctual.testkit.RedisProcess;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Scheduling inside the own JVM: a call for one job or for many, and several calls under way. */
final class InProcessMeasure extends PunctualMeasure {

    private final int jobsPerCall;
    private final int underWay;

    InProcessMeasure(int jobsPerCall, int underWay, Stage stage) {
        super(
                jobsPerCall == 1 ? "schedule" : "bulk",
                "in process, " + jobsPerCall + " a call, " + underWay + " calls under way",
                stage);
        this.jobsPerCall = jobsPerCall;
        this.underWay = underWay;
    }

    @Override
    public Figures run(Scale scale) throws InterruptedException {
        stage.clear();
        int count = scale.pick(60_000, 300_000);
        try (RedisProcess redis = RedisProcess.start();
                RedisRoom room = Library.room(redis.uri())) {
            JobService jobs = Library.jobs(room);
            Progress.step("warms up");
            schedule(jobs, count / 2);
            Progress.step(count + " jobs");
            long started = System.nanoTime();
            schedule(jobs, count);
            double seconds = (System.nanoTime() - started) / 1e9;
            return Figures.empty()
                    .setting("count", count)
                    .setting("jobsPerCall", jobsPerCall)
                    .setting("callsUnderWay", underWay)
                    .setting("over", "library")
                    .metric("perSecond", count / seconds);
        }
    }

    private void schedule(JobService jobs, int count) throws InterruptedException {
        long dueAtMillis = System.currentTimeMillis() + Load.DAY_MILLIS;
        Semaphore window = new Semaphore(underWay);
        AtomicInteger created = new AtomicInteger();
        for (int i = 0; i < count; i += jobsPerCall) {
            List<JobDraft> drafts = IntStream.range(i, Math.min(count, i + jobsPerCall))
                    .mapToObj(n -> draft(jobs.newId(), dueAtMillis + n))
                    .toList();
            window.acquire();
            var unused = jobs.createAll(drafts).whenComplete((answers, failure) -> {
                created.addAndGet(failure == null ? countCreated(answers) : 0);
                window.release();
            });
        }
        window.acquire(underWay);
        if (created.get() != count) {
            throw new IllegalStateException("created " + created + " of " + count + " jobs");
        }
    }

    private static JobDraft draft(JobId id, long dueAtMillis) {
        return new JobDraft(
                id,
                new QueueName(PunctualServers.QUEUE),
                null,
                new Due.At(Instant.ofEpochMilli(dueAtMillis)),
                Load.PAYLOAD,
                null,
                null);
    }

    private static int countCreated(List<Scheduled> answers) {
        return (int) answers.stream()
                .filter(answer -> answer.outcome() == Scheduled.Outcome.CREATED)
                .count();
    }
}
