package dev.punctual.engine;

import java.time.Instant;

/**
 * The time before which everything is left to the reconciler, because it is catching up after a start, a reconnect or a
 * fault. Thread-safe.
 */
final class CatchUp {

    /** Nothing is left to the reconciler. */
    private static final Instant NEVER = Instant.EPOCH;

    private final Runnable whenDone;
    private volatile boolean requested = true;
    private volatile Instant before = NEVER;

    /**
     * @param whenDone is run when all has been caught up; must not block
     */
    CatchUp(Runnable whenDone) {
        this.whenDone = whenDone;
    }

    /** Everything that is due by the next sweep is to be caught up. */
    void request() {
        requested = true;
    }

    /** Begins to catch up what is due before a time, if that was asked for or is under way. */
    void begin(Instant now) {
        if (requested) {
            requested = false;
            before = now;
        }
    }

    /** The sweep has found nothing more. */
    void done() {
        if (!before.equals(NEVER)) {
            before = NEVER;
            whenDone.run();
        }
    }

    /** Jobs due before it are left to the reconciler; the epoch where it is not catching up. */
    Instant before() {
        return before;
    }

    /** Whether a catch-up is asked for or under way. */
    boolean isOpen() {
        return requested || !before.equals(NEVER);
    }
}
