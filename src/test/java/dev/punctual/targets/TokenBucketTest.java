package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TokenBucketTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(50));

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void letsATenthOfASecondsWorthStartTogether() {
        TokenBucket bucket = new TokenBucket(500.0, nanos::get);
        assertThat(bucket.take(1000)).isEqualTo(50);
        assertThat(bucket.take(1)).isZero();
        pass(60_000);
        assertThat(bucket.take(1000)).isEqualTo(50);
    }

    @Test
    void fillsEvenlyOverTheOverflowOfTheClockToo() {
        TokenBucket bucket = new TokenBucket(100.0, nanos::get);
        bucket.take(10);
        int taken = 0;
        for (int i = 0; i < 1000; i++) {
            pass(1);
            taken += bucket.take(1000);
        }
        assertThat(taken).isBetween(99, 100);
    }

    @Test
    void saysWhenTheNextTokenComes() {
        TokenBucket bucket = new TokenBucket(0.5, nanos::get);
        assertThat(bucket.nanosToNext()).isZero();
        assertThat(bucket.take(1)).isEqualTo(1);
        assertThat(bucket.nanosToNext()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
        pass(1999);
        assertThat(bucket.take(1)).isZero();
        pass(1);
        assertThat(bucket.take(1)).isEqualTo(1);
    }

    @Test
    void takesBackWhatWasNotUsedUpToItsMost() {
        TokenBucket bucket = new TokenBucket(100.0, nanos::get);
        bucket.take(7);
        bucket.giveBack(5);
        assertThat(bucket.take(100)).isEqualTo(8);
        bucket.giveBack(100);
        assertThat(bucket.take(100)).isEqualTo(10);
    }

    @Test
    void hasNoLimitWhereNoneIsSet() {
        TokenBucket bucket = new TokenBucket(null, nanos::get);
        assertThat(bucket.take(1_000_000)).isEqualTo(1_000_000);
        bucket.giveBack(1_000_000);
        assertThat(bucket.nanosToNext()).isZero();
    }
}
