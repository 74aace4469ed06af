package dev.punctual.bench.kit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Letting time pass, where time itself is what is measured. */
public final class Pause {

    private Pause() {}

    public static void of(Duration time) {
        untilNanos(System.nanoTime() + time.toNanos());
    }

    /**
     * @param nanoTime a value of {@link System#nanoTime}
     */
    public static void untilNanos(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    public static void untilMillis(long epochMillis) {
        long left = epochMillis - System.currentTimeMillis();
        untilNanos(System.nanoTime() + left * 1_000_000);
    }
}
