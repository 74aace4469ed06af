package dev.punctual.engine;

import dev.punctual.core.DueStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Shows a sign of life at every sweep interval, and learns of the other instances. */
final class Janitor extends Loop {

    /** However seldom the sweep: another instance waits no longer than this to hear of one. */
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(5);

    private final DueStore store;
    private final Duration interval;
    private final Listeners listeners;
    private final BooleanSupplier listening;

    /**
     * @param listening whether this instance hears notifications at present
     */
    Janitor(DueStore store, Duration interval, Listeners listeners, BooleanSupplier listening) {
        super("janitor");
        this.store = store;
        this.interval = interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL;
        this.listeners = listeners;
        this.listening = listening;
    }

    @Override
    long runOnce() {
        listeners.heardOf(store.beat(listening.getAsBoolean()));
        return interval.toNanos();
    }
}
