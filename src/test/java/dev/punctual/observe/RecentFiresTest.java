package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Fire;
import dev.punctual.core.FireHistory;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentFiresTest {

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();
    private @Nullable StoreStats inRedis;
    private final RecentFires recent = new RecentFires(this::read, nanoTime::get);

    @Test
    void remembersTheFiresOfEachSecondByPathAndCause() {
        fire(null, 1);
        fire(null, 1);
        fire(SweepCause.LOST, 300);
        recent.endSecond();
        recent.endSecond();
        fire(SweepCause.LATE, 7);
        recent.endSecond();

        FireHistory.Span span = recent.last(900);

        assertThat(span.fast()).containsExactly(2L, 0L, 0L);
        assertThat(span.sweep()).containsOnlyKeys(SweepCause.values());
        assertThat(span.sweep().get(SweepCause.LOST)).containsExactly(1L, 0L, 0L);
        assertThat(span.sweep().get(SweepCause.LATE)).containsExactly(0L, 0L, 1L);
    }

    @Test
    void remembersTheLagsOfEachSecondAndHowTheyAreSpread() {
        for (int lagMillis = 1; lagMillis <= 100; lagMillis++) {
            fire(null, lagMillis);
        }
        recent.endSecond();
        recent.endSecond();
        fire(null, -3);
        fire(null, Duration.ofDays(30).toMillis());
        recent.endSecond();

        FireHistory.Span span = recent.last(900);
        FireHistory.Lags fast = span.lags().get(FirePath.FAST);

        assertThat(fast.p50()).startsWith(50L, -1L);
        assertThat(fast.p99()).startsWith(99L, -1L);
        assertThat(fast.max()).startsWith(100L, -1L);
        assertThat(span.lags().get(FirePath.SWEEP).max()).containsExactly(-1L, -1L, -1L);
        assertThat(span.boundsMillis()).startsWith(1L, 2L, 5L, 10L).isSorted();
        assertThat(fast.byClass()).hasSize(span.boundsMillis().size() + 1).startsWith(2L, 1L, 3L, 5L);
        assertThat(fast.byClass().stream().mapToLong(Long::longValue).sum()).isEqualTo(102);
        assertThat(fast.byClass().get(fast.byClass().size() - 1)).isEqualTo(1);
    }

    @Test
    void forgetsWhatIsOlderThanItsSpanAndAnswersWithAsManySecondsAsAreAskedFor() {
        for (int second = 0; second < FireHistory.MAX_SECONDS + 5; second++) {
            fire(null, 1);
            recent.endSecond();
        }
        assertThat(recent.last(900).fast()).hasSize(FireHistory.MAX_SECONDS);
        assertThat(recent.last(3).fast()).hasSize(3);
    }

    @Test
    void readsRedisOnlyWhileSomebodyLooks() {
        recent.endSecond();
        assertThat(reads).hasValue(0);
        recent.last(10);
        recent.endSecond();
        assertThat(reads).hasValue(1);
        nanoTime.addAndGet(Duration.ofSeconds(61).toNanos());
        recent.endSecond();
        assertThat(reads).hasValue(1);
    }

    @Test
    void tellsTheFiresOfAllInstancesWhileSomebodyLooks() {
        recent.last(10);
        inRedis = counted(10, 5, 0);
        fire(null, 1);
        recent.endSecond();
        inRedis = counted(30, 4, 1);
        fire(null, 1);
        recent.endSecond();
        inRedis = null;
        fire(null, 1);
        recent.endSecond();

        FireHistory.Span span = recent.last(10);

        assertThat(span.fast()).containsExactly(1L, 20L, 1L);
        assertThat(span.sweep().get(SweepCause.LOST)).containsExactly(0L, 0L, 0L);
        assertThat(span.sweep().get(SweepCause.LATE)).containsExactly(0L, 1L, 0L);
    }

    private @Nullable StoreStats read() {
        reads.incrementAndGet();
        return inRedis;
    }

    private static StoreStats counted(long fast, long lost, long late) {
        return new StoreStats(
                Instant.EPOCH,
                List.of(),
                new StoreStats.Jobs(0, 0, 0, 0, 0, 0),
                new StoreStats.Fires(fast, Map.of(SweepCause.LOST, lost, SweepCause.LATE, late)));
    }

    private void fire(@Nullable SweepCause cause, long lagMillis) {
        Instant due = Instant.parse("2030-01-01T00:00:00Z");
        recent.fired(new Fire(
                new Fire.Subject(new JobId("a"), new QueueName("q"), null, new Generation(1)),
                cause == null ? FirePath.FAST : FirePath.SWEEP,
                cause,
                due,
                due.plusMillis(lagMillis),
                1,
                "one",
                FireOutcome.DELIVERED));
    }
}
