package dev.punctual.engine;

import dev.punctual.core.DueStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Keeps house at every sweep interval: shows a sign of life, learns of the other instances, and removes finished and dead jobs beyond
 * the retention in small steps.
 */
final class Janitor extends Loop {

    private static final int TRIM_BATCH = 256;

    /** Where nothing was to be removed, the next look is so many rounds later. */
    private static final int TRIM_ROUNDS = 6;

    /** However seldom the sweep: another instance waits no longer than this to hear of one. */
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(5);

    private final DueStore store;
    private final Duration interval;
    private final Listeners listeners;
    private final BooleanSupplier listening;
    private boolean nothingToTrim;
    private int rounds;
    private long lastRoundNanos;

    /**
     * @param listening whether this instance hears notifications at present
     */
    Janitor(DueStore store, Duration interval, Listeners listeners, BooleanSupplier listening) {
        super("janitor");
        this.store = store;
        this.interval = interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL;
        this.listeners = listeners;
        this.listening = listening;
        this.lastRoundNanos = System.nanoTime() - this.interval.toNanos();
    }

    @Override
    long runOnce() {
        listeners.heardOf(store.beat(listening.getAsBoolean()));
        if (System.nanoTime() - lastRoundNanos >= interval.toNanos() / 2) { // else woken for the sign of life alone
            lastRoundNanos = System.nanoTime();
            trim();
            rounds++;
        }
        return interval.toNanos();
    }

    private void trim() {
        if (nothingToTrim && rounds % TRIM_ROUNDS != 0) {
            return;
        }
        boolean finished = trim(store::trimFinished);
        boolean dead = trim(store::trimDead);
        nothingToTrim = !finished && !dead;
    }

    /** Whether there was something. One small step after another, so that claims get between. */
    private boolean trim(IntUnaryOperator step) {
        int trimmed = step.applyAsInt(TRIM_BATCH);
        boolean some = trimmed > 0;
        while (trimmed == TRIM_BATCH && !isStopping()) {
            trimmed = step.applyAsInt(TRIM_BATCH);
        }
        return some;
    }
}
