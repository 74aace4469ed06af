package dev.punctual.resources;

import dev.punctual.core.Fire;
import dev.punctual.core.FireLog;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.FireQuery;
import dev.punctual.core.Generation;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.core.NotificationState;
import dev.punctual.core.Observations;
import dev.punctual.core.Page;
import dev.punctual.core.Pauses;
import dev.punctual.core.QueueName;
import dev.punctual.core.RedisState;
import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts and fires that never change, and queues that can be paused. */
final class FixedCounts implements StatsSource, Observations, FireLog, Pauses {

    static final Instant NOW = Instant.parse("2030-01-01T00:00:00.007Z");

    private final Set<QueueName> paused = ConcurrentHashMap.newKeySet();

    @Override
    public void pause(QueueName queue) {
        paused.add(queue);
    }

    @Override
    public void resume(QueueName queue) {
        paused.remove(queue);
    }

    @Override
    public StoreStats stats() {
        return new StoreStats(
                NOW,
                List.of(new StoreStats.Instance("one", NOW)),
                new StoreStats.Jobs(5, 1, 2, 3, 4, 250, new StoreStats.Parked(5, 600, 2, 900)),
                new StoreStats.Fires(10, Map.of(SweepCause.LATE, 1L, SweepCause.LOST, 2L)));
    }

    @Override
    public List<StoreStats.QueueCounts> queues() {
        QueueName mail = new QueueName("mail");
        return List.of(new StoreStats.QueueCounts(mail, Map.of(JobState.SCHEDULED, 5L), NOW, paused.contains(mail)));
    }

    @Override
    public Lag lag(FirePath path) {
        return path == FirePath.FAST ? new Lag(10, 1, 2, 3, 4, 5) : new Lag(0, 0, 0, 0, 0, 0);
    }

    @Override
    public Notifications notifications() {
        return new Notifications(
                new NotificationState(NotificationState.State.ON, Duration.ofNanos(1_500_000), ""), 7, 2);
    }

    @Override
    public Nudges nudges() {
        return new Nudges(true, 9);
    }

    @Override
    public Duration sweepAge() {
        return Duration.ofMillis(1200);
    }

    @Override
    public RedisState redis() {
        return new RedisState("7.0.15", "standalone", Duration.ofNanos(250_000), Duration.ofMillis(-3), List.of());
    }

    @Override
    public Page<Fire> fires(FireQuery query) {
        if (query.cursor() != null) {
            throw new InvalidJobException("cursor", "must be one that a list answered with");
        }
        Fire fire = new Fire(
                new Fire.Subject(new JobId("a"), new QueueName("mail"), null, new Generation(2)),
                FirePath.SWEEP,
                SweepCause.CATCH_UP,
                NOW.minusMillis(30),
                NOW,
                1,
                "one",
                FireOutcome.DELIVERED);
        return query.path() == FirePath.FAST ? new Page<>(List.of(), null) : new Page<>(List.of(fire), "next");
    }
}
