package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.DueKey;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.TimelineEvent;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SeenKeysTest {

    private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
    private static final DueKey KEY = new DueKey(new JobId("a"), new Generation(2));

    private final SeenKeys seen = new SeenKeys("one");

    private static TimelineEvent event(String event, Instant at) {
        return new TimelineEvent(event, at, 2, 0, null, null, "one", null);
    }

    @Test
    void knowsNothingOfWhatItHasNotSeen() {
        seen.nudged(new DueKey(KEY.id(), new Generation(1)), NOW);

        assertThat(seen.of(KEY)).isEmpty();
    }

    @Test
    void tellsNudgeAndNotificationInTheOrderOfTheirTimes() {
        seen.notified(KEY, NOW.plusMillis(2));
        seen.nudged(KEY, NOW.plusMillis(1));

        assertThat(seen.of(KEY))
                .containsExactly(event("nudged", NOW.plusMillis(1)), event("notified", NOW.plusMillis(2)));

        seen.nudged(KEY, NOW.plusMillis(3));

        assertThat(seen.of(KEY))
                .containsExactly(event("notified", NOW.plusMillis(2)), event("nudged", NOW.plusMillis(3)));
    }

    @Test
    void remembersMostOfTheLastThousandsAndNoMoreThanFit() {
        int keys = 200_000;
        for (int i = 0; i < keys; i++) {
            seen.notified(numbered(i), NOW);
        }

        assertThat(known(keys - 4_000, keys)).isGreaterThan(3_000);
        assertThat(known(0, keys)).isLessThanOrEqualTo(1 << 14);
    }

    @Test
    void losesNeitherWhereBothComeAtOnce() {
        int rounds = 20_000;
        AtomicInteger arrivals = new AtomicInteger();
        CompletableFuture<Void> nudger = CompletableFuture.runAsync(() -> {
            for (int round = 1; round <= rounds; round++) {
                meet(arrivals, 4 * round - 2);
                seen.nudged(numbered(round), NOW);
                meet(arrivals, 4 * round);
            }
        });
        int lost = 0;
        for (int round = 1; round <= rounds; round++) {
            meet(arrivals, 4 * round - 2);
            seen.notified(numbered(round), NOW);
            meet(arrivals, 4 * round);
            lost += 2 - seen.of(numbered(round)).size();
        }
        nudger.join();
        assertThat(lost).isZero();
    }

    /** Two threads leave it at the same moment. */
    private static void meet(AtomicInteger arrivals, int together) {
        arrivals.incrementAndGet();
        while (arrivals.get() < together) {
            Thread.onSpinWait();
        }
    }

    private long known(int from, int to) {
        return IntStream.range(from, to)
                .filter(i -> !seen.of(numbered(i)).isEmpty())
                .count();
    }

    private static DueKey numbered(int number) {
        return new DueKey(new JobId("job-" + number), new Generation(1));
    }
}
