package dev.punctual.engine;

import dev.punctual.core.DueStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps house at every sweep interval: shows a sign of life, removes finished jobs beyond the retention in small steps, and
 * looks at a part of the records for jobs that have lost their place.
 */
final class Janitor extends Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);
    private static final int TRIM_BATCH = 256;
    private static final String START = "0";

    /** All records are looked at once at the start, a few milliseconds of Redis's time a step. */
    private static final int FIRST_ROUND_LOOK = 2000;

    /** After that so few at a time that an idle service stays idle. */
    private static final int CALM_LOOK = 8;

    private final DueStore store;
    private final Duration interval;
    private String cursor = START;
    private boolean firstRoundDone;

    Janitor(DueStore store, Duration interval) {
        super("janitor");
        this.store = store;
        this.interval = interval;
    }

    @Override
    long runOnce() {
        store.beat();
        while (store.trimFinished(TRIM_BATCH) == TRIM_BATCH && !isStopping()) {
            // one small step after another, so that claims get between
        }
        do {
            mend(firstRoundDone ? CALM_LOOK : FIRST_ROUND_LOOK);
        } while (!firstRoundDone && !isStopping());
        return interval.toNanos();
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
