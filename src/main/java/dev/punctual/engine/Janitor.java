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

    private final DueStore store;
    private final Duration interval;
    private String cursor = START;

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
        DueStore.Mended mended = store.mend(cursor);
        cursor = mended.cursor();
        if (!mended.ids().isEmpty()) {
            LOG.warn("Put back, since they had lost their place: {}", mended.ids());
        }
        return interval.toNanos();
    }
}
