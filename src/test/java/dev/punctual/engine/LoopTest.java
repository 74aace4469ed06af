package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final AtomicInteger rounds = new AtomicInteger();
    private Loop loop = looping(() -> HOUR);

    private interface Round {
        long run() throws InterruptedException;
    }

    private Loop looping(Round round) {
        return new Loop("test") {
            @Override
            long runOnce() throws InterruptedException {
                try {
                    return round.run();
                } finally {
                    rounds.incrementAndGet();
                }
            }
        };
    }

    @AfterEach
    void stop() {
        loop.stop(LIMIT);
    }

    @Test
    void goesOnAfterWhateverARoundThrows() {
        Iterator<Throwable> failures = List.of(
                        new IllegalStateException("broken"),
                        new AssertionError("broken"),
                        new OutOfMemoryError("broken"),
                        new NoClassDefFoundError("broken"))
                .iterator();
        loop = looping(() -> {
            if (failures.hasNext()) {
                LoopTest.<RuntimeException>raise(failures.next());
            }
            return HOUR;
        });

        loop.start();

        awaitRounds(5);
    }

    @Test
    void goesOnAfterAStackOverflow() {
        AtomicInteger overflows = new AtomicInteger();
        loop = looping(() -> overflows.getAndIncrement() == 0 ? deeper(1) : HOUR);

        loop.start();

        awaitRounds(2);
    }

    @Test
    void pausesLongerAfterEachFailure() {
        loop = looping(() -> {
            throw new IllegalStateException("broken");
        });
        long started = System.nanoTime();

        loop.start();

        awaitRounds(5);
        // At the least half of 20, 40, 80 and 160 ms.
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
    }

    @Test
    void goesOnAtOnceWhereThereIsNothingToRestFor() {
        loop = looping(() -> rounds.get() < 1_000 ? 0 : HOUR);

        loop.start();

        awaitRounds(1_001);
    }

    @Test
    void endsItsRestWhenWoken() {
        loop.start();
        awaitRounds(1);

        loop.wake();

        awaitRounds(2);
    }

    @Test
    void doesNotMissAWakeUpThatComesWhileItWorks() {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        loop = looping(() -> {
            atWork.countDown();
            mayEnd.await();
            return HOUR;
        });
        loop.start();
        awaitDown(atWork);

        loop.wake();
        mayEnd.countDown();

        awaitRounds(2);
    }

    @Test
    void letsTheRoundThatIsUnderWayEndAndBeginsNoOther() {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        loop = looping(() -> {
            atWork.countDown();
            mayEnd.await();
            return 0;
        });
        loop.start();
        awaitDown(atWork);
        Thread stopper = new Thread(() -> loop.stop(LIMIT));
        stopper.start();
        Await.await("told to stop").until(loop::isStopping);

        mayEnd.countDown();

        Await.await("stopped").until(() -> !stopper.isAlive());
        assertThat(rounds).hasValue(1);
        loop.wake();
        assertThat(rounds).hasValue(1);
    }

    @Test
    void stopsWithinItsLimitThoughARoundHangs() {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        loop = looping(() -> {
            atWork.countDown();
            never.await();
            return 0;
        });
        loop.start();
        awaitDown(atWork);

        assertThat(timeToStop(Duration.ofMillis(50))).isBetween(Duration.ofMillis(45), Duration.ofSeconds(1));
        assertThat(rounds).hasValue(1);
    }

    @Test
    void stopsWithinItsLimitAndASecondThoughARoundIgnoresInterrupts() {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        loop = looping(() -> {
            atWork.countDown();
            while (mayEnd.getCount() > 0) {
                Thread.onSpinWait();
            }
            return 0;
        });
        loop.start();
        awaitDown(atWork);

        assertThat(timeToStop(Duration.ofMillis(50))).isLessThan(Duration.ofMillis(2_500));
        mayEnd.countDown();
    }

    @Test
    void stopsWithoutALimitLeftAndWithoutHavingStarted() {
        Loop never = looping(() -> HOUR);
        never.stop(Duration.ofSeconds(-1));

        loop.start();
        awaitRounds(1);
        assertThat(timeToStop(Duration.ofSeconds(-1))).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void goesOnAfterAnInterruptThatWasNotMeantToStopIt() {
        loop = looping(() -> {
            if (rounds.get() == 0) {
                throw new InterruptedException("stray");
            }
            return HOUR;
        });

        loop.start();

        awaitRounds(2);
    }

    private Duration timeToStop(Duration limit) {
        long started = System.nanoTime();
        loop.stop(limit);
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private void awaitRounds(int count) {
        Await.await(count + " rounds").until(() -> rounds.get() >= count);
    }

    private static void awaitDown(CountDownLatch latch) {
        Await.await("at work").until(() -> latch.getCount() == 0);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static long deeper(long depth) {
        return deeper(depth + 1) + depth;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable failure) throws T {
        throw (T) failure;
    }
}
