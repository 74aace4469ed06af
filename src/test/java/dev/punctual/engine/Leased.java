package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.ClaimedJob;
import dev.punctual.core.Delivery;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Jobs under a lease. */
final class Leased {

    private Leased() {}

    static ClaimedJob job(String id, String queue) {
        return job(id, queue, Duration.ofSeconds(30));
    }

    static ClaimedJob job(String id, String queue, Duration lease) {
        Generation first = new Generation(1);
        Fire fire = new Fire(
                new Fire.Subject(new JobId(id), new QueueName(queue), null, first),
                FirePath.SWEEP,
                SweepCause.SATURATED,
                ScriptedDueStore.NOW,
                ScriptedDueStore.NOW,
                1,
                "one",
                FireOutcome.RUNNING);
        Delivery delivery = new Delivery(
                new Delivery.Message(new JobId(id), first, ScriptedDueStore.NOW),
                1,
                ScriptedDueStore.NOW,
                "body of " + id,
                Delivery.Route.PLAIN);
        return new ClaimedJob(
                new ClaimedFire(fire, ""),
                new LeaseToken(new JobId(id), first, 1, 7),
                delivery,
                lease,
                System.nanoTime());
    }

    static ClaimBatch batch(String queue, String... ids) {
        List<ClaimedJob> jobs = Stream.of(ids).map(id -> job(id, queue)).toList();
        return new ClaimBatch(
                jobs.stream().map(ClaimedJob::fire).toList(), 0, List.of(), List.of(), 0, null, jobs, List.of());
    }

    static ClaimBatch batch(String queue, int count) {
        return batch(queue, IntStream.range(0, count).mapToObj(i -> queue + i).toArray(String[]::new));
    }

    static ClaimBatch parked(String queue) {
        return new ClaimBatch(List.of(), 0, List.of(), List.of(), 0, null, List.of(), List.of(new QueueName(queue)));
    }
}
