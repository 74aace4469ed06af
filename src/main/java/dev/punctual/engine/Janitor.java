package dev.punctual.engine;

import dev.punctual.core.DueStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps house at every sweep interval: shows a sign of life and learns of the others, removes finished jobs beyond the retention in small steps, and
 * looks at a part of the records for jobs that have lost their place.
 */
final class Janitor extends Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);
    private static final int TRIM_BATCH = 256;
    private static final String START = "0";

    /** All records are looked at once at the start, a few milliseconds of Redis's time a step. */
    private static final int FIRST_ROUND_LOOK = 2000;

    /** After that so few at a time, and so seldom, that an idle service stays idle. */
    private static final int CALM_LOOK = 100;

    private static final int CALM_ROUNDS = 4;

    /** Where nothing was to be removed, the next look is so many rounds later. */
    private static final int TRIM_ROUNDS = 6;

    /** However seldom the sweep: another instance waits no longer than this to hear of one. */
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(5);

    private final DueStore store;
    private final Duration interval;
    private final Listeners listeners;
    private final BooleanSupplier listening;
    private String cursor = START;
    private boolean firstRoundDone;
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
            if (!firstRoundDone || rounds % CALM_ROUNDS == 0) {
                mend();
            }
            rounds++;
        }
        return interval.toNanos();
    }

    private void trim() {
        if (nothingToTrim && rounds % TRIM_ROUNDS != 0) {
            return;
        }
        int trimmed = store.trimFinished(TRIM_BATCH);
        nothingToTrim = trimmed == 0;
        while (trimmed == TRIM_BATCH && !isStopping()) { // one small step after another, so that claims get between
            trimmed = store.trimFinished(TRIM_BATCH);
        }
    }

    private void mend() {
        do {
            mend(firstRoundDone ? CALM_LOOK : FIRST_ROUND_LOOK);
        } while (!firstRoundDone && !isStopping());
    }

    private void mend(int look) {
        DueStore.Mended mended = store.mend(cursor, look);
        cursor = mended.cursor();
        firstRoundDone |= cursor.equals(START);
        if (!mended.ids().isEmpty()) {
            LOG.warn("Put back, since they had lost their place: {}", mended.ids());
        }
    }
}
