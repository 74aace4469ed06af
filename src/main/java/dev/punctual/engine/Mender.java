package dev.punctual.engine;

import dev.punctual.core.DueStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at records for jobs that have lost their place: at all of them once after the start, for a small part of Redis's
 * time, and then at a few now and then.
 */
final class Mender extends Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Mender.class);
    private static final String START = "0";

    /** Redis needs about a millisecond for so many; claims that come meanwhile wait for it. */
    private static final int FIRST_ROUND_LOOK = 100;

    /** After each step of the first round Redis is left alone for so many times as long as the step took. */
    private static final int LEISURE = 9;

    /** After that so few at a time, and so seldom, that an idle service stays idle. */
    private static final int CALM_LOOK = 100;

    private static final int CALM_INTERVALS = 4;

    private final DueStore store;
    private final Duration interval;
    private String cursor = START;
    private boolean firstRoundDone;

    Mender(DueStore store, Duration interval) {
        super("mender");
        this.store = store;
        this.interval = interval;
    }

    @Override
    long runOnce() {
        long startedNanos = System.nanoTime();
        DueStore.Mended mended = store.mend(cursor, firstRoundDone ? CALM_LOOK : FIRST_ROUND_LOOK);
        cursor = mended.cursor();
        firstRoundDone |= cursor.equals(START);
        if (!mended.ids().isEmpty()) {
            LOG.warn("Put back, since they had lost their place: {}", mended.ids());
        }
        return firstRoundDone ? CALM_INTERVALS * interval.toNanos() : LEISURE * (System.nanoTime() - startedNanos);
    }
}
