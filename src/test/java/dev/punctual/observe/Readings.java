package dev.punctual.observe;

import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.NotificationState;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.RedisState;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreStats;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.core.SweepCause;
import dev.punctual.core.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What Redis, engine and queues say in these tests. */
final class Readings {

    static final Instant DUE = Instant.parse("2030-01-01T00:00:00Z");
    static final NotificationState ON = new NotificationState(NotificationState.State.ON, Duration.ofMillis(3), "");
    static final NotificationState SILENT =
            new NotificationState(NotificationState.State.SILENT, null, "no probe key was announced for 15 s");

    private Readings() {}

    static Fire fast(String queue, long lagMillis) {
        return fire(queue, FirePath.FAST, null, lagMillis, FireOutcome.DELIVERED);
    }

    static Fire swept(String queue, SweepCause cause, long lagMillis) {
        return fire(queue, FirePath.SWEEP, cause, lagMillis, FireOutcome.DELIVERED);
    }

    static Fire fire(String queue, FirePath path, @Nullable SweepCause cause, long lagMillis, FireOutcome outcome) {
        var subject = new Fire.Subject(new JobId("a"), new QueueName(queue), null, new Generation(1));
        return new Fire(subject, path, cause, DUE, DUE.plusMillis(lagMillis), 1, "here", outcome);
    }

    static Queues queues(String... named) {
        Map<QueueName, Queue> queues = new HashMap<>();
        for (String name : named) {
            queues.put(new QueueName(name), listQueue(new QueueName(name)));
        }
        return new Queues(queues, false, Readings::listQueue);
    }

    static StoreStats stats(long scheduled, long overdue, long oldestOverdueMillis) {
        return stats(new StoreStats.Jobs(scheduled, overdue, 2, 3, 4, oldestOverdueMillis));
    }

    /** A Redis where nothing but that waits. */
    static StoreStats parked(StoreStats.Parked parked) {
        return stats(new StoreStats.Jobs(parked.jobs(), 0, 2, 3, 4, 0, parked));
    }

    private static StoreStats stats(StoreStats.Jobs jobs) {
        Map<SweepCause, Long> causes = new EnumMap<>(SweepCause.class);
        for (SweepCause cause : SweepCause.values()) {
            causes.put(cause, 0L);
        }
        return new StoreStats(DUE, List.of(), jobs, new StoreStats.Fires(0, causes));
    }

    static RedisState redis(String... warnings) {
        return new RedisState("7.0.15", "standalone", Duration.ofMillis(1), Duration.ZERO, List.of(warnings));
    }

    static RedisState redis(long usedBytes, long maxBytes) {
        var memory = new RedisState.Memory(usedBytes, maxBytes);
        return new RedisState("7.0.15", "standalone", Duration.ofMillis(1), Duration.ZERO, List.of(), memory);
    }

    private static Queue listQueue(QueueName name) {
        return new Queue(name, new Target.RedisList("punctual:queue:" + name), RetryPolicy.DEFAULT, null);
    }

    /** A Redis whose answer can be set, and that counts how often it was asked. */
    static final class FakeStats implements StatsSource {
        final AtomicInteger reads = new AtomicInteger();
        volatile Supplier<StoreStats> answer = () -> Readings.stats(10, 0, 0);

        @Override
        public StoreStats stats() {
            reads.incrementAndGet();
            return answer.get();
        }

        @Override
        public List<StoreStats.QueueCounts> queues() {
            return List.of();
        }

        void goAway() {
            answer = () -> {
                throw new StoreUnavailableException("not connected", null);
            };
        }
    }
}
