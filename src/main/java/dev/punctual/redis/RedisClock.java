package dev.punctual.redis;

import dev.punctual.core.SystemClock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Redis's clock as seen from here: each answer that carries Redis's time and took little time on the way tells how far
 * that clock is from this machine's counter of nanoseconds. Thread-safe.
 */
final class RedisClock {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** After this time a sample is replaced by one that is nearly as good, so that a clock that was set is followed. */
    private static final long STALE_NANOS = 1_000_000_000;

    /** After this time it is replaced by any other. */
    private static final long OLD_NANOS = 5_000_000_000L;

    private volatile @Nullable Sample sample;

    private record Sample(long redisNanos, long localNanos, long roundTripNanos) {}

    /**
     * @param redisMicros Redis's TIME
     * @param sentNanos when it was asked, by {@link System#nanoTime}
     * @param answeredNanos when it answered
     */
    void sample(long redisMicros, long sentNanos, long answeredNanos) {
        Sample known = sample;
        long roundTrip = answeredNanos - sentNanos;
        long age = known == null ? 0 : answeredNanos - known.localNanos;
        if (known == null
                || roundTrip <= known.roundTripNanos
                || (age > STALE_NANOS && roundTrip <= 4 * known.roundTripNanos)
                || age > OLD_NANOS) {
            sample = new Sample(redisMicros * NANOS_PER_MICRO, sentNanos + roundTrip / 2, roundTrip);
        }
    }

    /** Redis's time now; this machine's until Redis has answered once. */
    Instant now() {
        Sample known = sample;
        if (known == null) {
            return Instant.ofEpochMilli(SystemClock.millis());
        }
        long micros = (known.redisNanos + System.nanoTime() - known.localNanos) / NANOS_PER_MICRO;
        return instant(micros);
    }

    /** What Redis's TIME says, in microseconds. */
    static Instant instant(long redisMicros) {
        return Instant.ofEpochSecond(
                redisMicros / MICROS_PER_SECOND, redisMicros % MICROS_PER_SECOND * NANOS_PER_MICRO);
    }

    /** Redis's clock minus this machine's. */
    Duration skew() {
        return sample == null ? Duration.ZERO : Duration.ofMillis(now().toEpochMilli() - SystemClock.millis());
    }
}
