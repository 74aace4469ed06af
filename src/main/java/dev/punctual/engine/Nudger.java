package dev.punctual.engine;

import dev.punctual.core.DueStore;
import dev.punctual.core.NudgeBatch;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads due keys at their due time, so that Redis expires them and publishes their notifications within milliseconds,
 * whatever the number of pending jobs. Always works at the head of the schedule, and goes on when the notifications of the
 * last batch have been handled: it cannot run ahead of the claims.
 */
final class Nudger extends Loop {

    private static final long CLOSED_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MIN_WAIT_NANOS = Duration.ofMillis(1).toNanos();
    private static final long MAX_WAIT_NANOS = Duration.ofMillis(50).toNanos();

    /** Redis counts in milliseconds: a moment into the due one, its clock has certainly reached it. */
    private static final long MARGIN_NANOS = Duration.ofNanos(100_000).toNanos();

    private final DueStore store;
    private final HintQueue hints;
    private final int batch;
    private final long restNanos;
    private final BooleanSupplier open;
    private final Telemetry telemetry;

    private long waitNanos = MIN_WAIT_NANOS;
    private volatile @Nullable Instant nextDue;

    /**
     * @param restNanos the longest rest
     * @param open whether notifications could arrive and nothing has to be caught up first
     */
    Nudger(DueStore store, HintQueue hints, int batch, long restNanos, BooleanSupplier open, Telemetry telemetry) {
        super("nudger");
        this.store = store;
        this.hints = hints;
        this.batch = batch;
        this.restNanos = restNanos;
        this.open = open;
        this.telemetry = telemetry;
    }

    /** A job became the earliest. Does not block. */
    void earliest(Instant due) {
        Instant known = nextDue;
        if (known == null || due.isBefore(known)) {
            wake();
        }
    }

    @Override
    long runOnce() throws InterruptedException {
        if (!open.getAsBoolean()) {
            return CLOSED_NANOS;
        }
        int room = Math.min(batch, hints.room());
        if (room == 0) {
            hints.awaitHandled(hints.handledCount() + 1, MAX_WAIT_NANOS);
            return 0;
        }
        long handled = hints.handledCount();
        nextDue = null;
        NudgeBatch nudged = store.nudge(room);
        if (nudged.nudged() == 0) {
            waitNanos = MIN_WAIT_NANOS;
            nextDue = nudged.nextDue();
            return restUntil(nudged.nextDue());
        }
        telemetry.nudged(nudged.nudged());
        awaitClaims(handled, nudged.nudged());
        return 0;
    }

    /** Waits for the claims that the nudge led to; ever longer while none comes, since then the sweep will take the jobs. */
    private void awaitClaims(long handledBefore, int nudged) throws InterruptedException {
        hints.awaitHandled(handledBefore + nudged, waitNanos);
        boolean progress = hints.handledCount() > handledBefore;
        waitNanos = progress ? MIN_WAIT_NANOS : Math.min(MAX_WAIT_NANOS, waitNanos * 2);
    }

    private long restUntil(@Nullable Instant due) {
        if (due == null) {
            return restNanos;
        }
        Duration ahead = Duration.between(store.now(), due);
        return ahead.compareTo(Duration.ofNanos(restNanos)) > 0 ? restNanos : ahead.toNanos() + MARGIN_NANOS;
    }
}
