package dev.punctual.engine;

import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import dev.punctual.core.NudgeBatch;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads due keys at their due time, so that Redis expires them and publishes their notifications within milliseconds,
 * whatever the number of pending jobs. Always works at the head of the schedule. Where more is due than it may read at
 * once, it goes on when the notifications of the last batch have been handled: it cannot run ahead of the claims. Of
 * several instances one does this; the others follow a little later, in case it does not.
 */
final class Nudger extends Loop {

    private static final long CLOSED_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MIN_WAIT_NANOS = Duration.ofMillis(1).toNanos();
    private static final long MAX_WAIT_NANOS = Duration.ofMillis(50).toNanos();

    /** Redis counts in milliseconds: a moment into the due one, its clock has certainly reached it. */
    private static final long MARGIN_NANOS = Duration.ofNanos(100_000).toNanos();

    /** The clock by which Redis expires keys may be a moment behind the one by which they are due. */
    private static final long STILL_THERE_NANOS = Duration.ofNanos(200_000).toNanos();

    /** How long another instance waits for the first one to read due keys. */
    private static final long SECOND_NANOS = Duration.ofMillis(20).toNanos();

    private final DueStore store;
    private final Listeners listeners;
    private final HintQueue hints;
    private final int batch;
    private final SeenKeys seen;
    private final long restNanos;
    private final BooleanSupplier open;
    private final Telemetry telemetry;

    private long waitNanos = MIN_WAIT_NANOS;
    private long lastNudgeNanos;
    private final KnownDue nextDue = new KnownDue();

    /** Who nudges, how much at a time, and who is told of it. */
    record Share(Listeners listeners, HintQueue hints, int batch, SeenKeys seen) {}

    /**
     * @param restNanos the longest rest
     * @param open whether notifications could arrive and nothing has to be caught up first
     */
    Nudger(DueStore store, Share share, long restNanos, BooleanSupplier open, Telemetry telemetry) {
        super("nudger");
        this.store = store;
        this.listeners = share.listeners;
        this.hints = share.hints;
        this.batch = share.batch;
        this.seen = share.seen;
        this.restNanos = restNanos;
        this.open = open;
        this.telemetry = telemetry;
    }

    /** A job became the earliest. Does not block. */
    void earliest(Instant due) {
        if (nextDue.hear(due)) {
            wake();
        }
    }

    /** What is known of the schedule may be wrong. Does not block. */
    void lookAnew() {
        nextDue.forget();
        wake();
    }

    @Override
    long runOnce() throws InterruptedException {
        if (!open.getAsBoolean()) {
            nextDue.forget();
            return CLOSED_NANOS;
        }
        Instant known = nextDue.earliest();
        long rest = restUntil(known);
        long untilLook = restNanos - (System.nanoTime() - lastNudgeNanos);
        if (known != null && rest > 0 && untilLook > 0) {
            return Math.min(rest, untilLook); // woken by a job that is not due yet
        }
        int room = Math.min(batch, hints.room());
        int waiting = hints.size();
        if (room == 0 || waiting >= batch) { // Redis was faster: there is enough to claim
            hints.awaitHandled(hints.handledCount() + Math.max(1, waiting - batch / 2), MAX_WAIT_NANOS);
            return 0;
        }
        return nudge(room);
    }

    private long nudge(int room) throws InterruptedException {
        long handled = hints.handledCount();
        nextDue.forget();
        lastNudgeNanos = System.nanoTime();
        NudgeBatch nudged = store.nudge(room);
        for (DueKey key : nudged.dueKeys()) {
            seen.nudged(key, nudged.at());
        }
        if (nudged.nudged() > 0) {
            telemetry.nudged(nudged.nudged());
            if (!listeners.isFirst()) {
                listeners.firstIsLate();
            }
        }
        if (nudged.nudged() == room) {
            awaitClaims(handled, nudged.nudged());
            return 0;
        }
        waitNanos = MIN_WAIT_NANOS;
        if (nudged.stillThere() > 0) {
            return STILL_THERE_NANOS;
        }
        nextDue.hear(nudged.nextDue());
        return restUntil(nextDue.earliest());
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
        if (ahead.compareTo(Duration.ofNanos(restNanos)) > 0) {
            return restNanos;
        }
        return ahead.toNanos() + MARGIN_NANOS + (listeners.isFirst() ? 0 : SECOND_NANOS);
    }
}
