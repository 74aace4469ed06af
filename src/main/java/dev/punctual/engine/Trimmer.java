package dev.punctual.engine;

import dev.punctual.core.DueStore;
import java.time.Duration;

/**
 * Removes finished and dead jobs beyond the retention: few at a time and with rests between, because claims that come meanwhile wait
 * for Redis.
 */
final class Trimmer extends Loop {

    /** Redis needs less than a millisecond for so many. */
    private static final int BATCH = 32;

    /** While more is to be removed, Redis is left alone for so many times as long as a step took. */
    private static final int LEISURE = 9;

    /** Where nothing was to be removed, the next look is so many intervals later. */
    private static final int CALM_INTERVALS = 6;

    private final DueStore store;
    private final Duration interval;

    Trimmer(DueStore store, Duration interval) {
        super("trimmer");
        this.store = store;
        this.interval = interval;
    }

    @Override
    long runOnce() {
        long startedNanos = System.nanoTime();
        int finished = store.trimFinished(BATCH);
        int dead = store.trimDead(BATCH);
        if (finished == BATCH || dead == BATCH) {
            return LEISURE * (System.nanoTime() - startedNanos);
        }
        return finished + dead == 0 ? CALM_INTERVALS * interval.toNanos() : interval.toNanos();
    }
}
