package dev.punctual.resources;

import dev.punctual.core.Fire;
import dev.punctual.core.FireHistory;
import dev.punctual.core.FireLog;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.FireQuery;
import dev.punctual.core.FireTail;
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
import dev.punctual.core.StreamTelemetry;
import dev.punctual.core.SweepCause;
import dev.punctual.core.Upcoming;
import dev.punctual.core.UpcomingSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts and fires that never change, and queues that can be paused. */
final class FixedCounts
        implements StatsSource, Observations, FireLog, Pauses, UpcomingSource, FireHistory, FireTail, StreamTelemetry {

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

    @Override
    public Upcoming upcoming() {
        return new Upcoming(NOW, 1, zeros(60), zeros(60), zeros(24), 4);
    }

    @Override
    public Span last(int seconds) {
        Lags lags = new Lags(List.of(2L, -1L), List.of(3L, -1L), List.of(4L, -1L), List.of(0L, 1L));
        return new Span(
                NOW,
                List.of(1L, 0L),
                Map.of(SweepCause.LATE, List.of(0L, 2L)),
                Map.of(FirePath.FAST, lags),
                List.of(1L));
    }

    @Override
    public String end() {
        return START;
    }

    @Override
    public Stretch after(String position, int limit, Duration patience) {
        return new Stretch(true, List.of(), position);
    }

    @Override
    public void rest() {}

    @Override
    public void opened() {}

    @Override
    public void closed() {}

    @Override
    public void dropped() {}

    private static List<Long> zeros(int count) {
        return Collections.nCopies(count, 0L);
    }
}
