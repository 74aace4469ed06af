package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.observe.Readings.FakeStats;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StatsSnapshotTest {

    private final FakeStats redis = new FakeStats();
    private final AtomicLong nanoTime = new AtomicLong();
    private final StatsSnapshot snapshot = new StatsSnapshot(redis, Runnable::run, nanoTime::get);

    @Test
    void readsOnceForManyQuestionsWithinASecond() {
        snapshot.latest();
        pass(Duration.ofMillis(999));
        assertThat(snapshot.latest().stats()).isEqualTo(Readings.stats(10, 0, 0));
        assertThat(redis.reads).hasValue(1);
    }

    @Test
    void readsAgainAfterASecond() {
        snapshot.latest();
        redis.answer = () -> Readings.stats(11, 0, 0);
        pass(Duration.ofSeconds(1));
        assertThat(snapshot.latest().stats()).isEqualTo(Readings.stats(11, 0, 0));
    }

    @Test
    void readsNothingWhileNobodyAsks() {
        pass(Duration.ofHours(1));
        assertThat(redis.reads).hasValue(0);
    }

    @Test
    void saysWhyItHasNoAnswer() {
        redis.goAway();
        assertThat(snapshot.latest()).isEqualTo(new StatsSnapshot.Reading(null, "not connected"));
    }

    @Test
    void recoversAfterAFault() {
        redis.goAway();
        snapshot.latest();
        redis.answer = () -> Readings.stats(1, 0, 0);
        pass(Duration.ofSeconds(1));
        assertThat(snapshot.latest().stats()).isNotNull();
    }

    @Test
    void survivesAnErrorOfTheSource() {
        redis.answer = () -> {
            throw new StackOverflowError();
        };
        assertThat(snapshot.latest().trouble()).isEqualTo("StackOverflowError");
    }

    @Test
    void waitsForAFrozenRedisOnceAndNotWithEveryQuestion() {
        Queue<Runnable> frozen = new ArrayDeque<>();
        var waiting = new StatsSnapshot(redis, frozen::add, System::nanoTime);
        long startedAtNanos = System.nanoTime();
        for (int question = 0; question < 5; question++) {
            assertThat(waiting.latest().trouble()).startsWith("Redis has not answered for ");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startedAtNanos)).isLessThan(Duration.ofMillis(1900));
        assertThat(frozen).hasSize(1);
    }

    @Test
    void answersAfterItsReaderHasStopped() {
        var stopped = new StatsSnapshot(
                redis,
                read -> {
                    throw new RejectedExecutionException();
                },
                nanoTime::get);
        assertThat(stopped.latest().trouble()).isEqualTo("the service is stopping");
    }

    private void pass(Duration time) {
        nanoTime.addAndGet(time.toNanos());
    }
}
