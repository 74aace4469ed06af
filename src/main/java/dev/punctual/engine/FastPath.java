package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueKey;
import dev.punctual.core.FirePath;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.util.List;

/**
 * Claims what notifications tell of, a batch a round trip. {@link #expired} only filters and queues; the claims are made
 * on the loop's own thread.
 */
final class FastPath extends Loop {

    private static final long IDLE_NANOS = Duration.ofSeconds(1).toNanos();

    /** Far more than come together at any steady rate that leaves Redis some rest. */
    private static final int BUSY_BATCH = 32;

    private static final long BUSY_NANOS = Duration.ofMillis(100).toNanos();

    private final Claims claims;
    private final HintQueue hints;
    private final int batch;
    private final SweepCauses causes;
    private final Listeners listeners;
    private final CatchUp catchUp;
    private final Telemetry telemetry;

    private volatile long busyUntilNanos = System.nanoTime();

    FastPath(
            Claims claims,
            HintQueue hints,
            int batch,
            SweepCauses causes,
            Listeners listeners,
            CatchUp catchUp,
            Telemetry telemetry) {
        super("fast-path");
        this.claims = claims;
        this.hints = hints;
        this.batch = batch;
        this.causes = causes;
        this.listeners = listeners;
        this.catchUp = catchUp;
        this.telemetry = telemetry;
    }

    /**
     * A notification came. Does not block.
     *
     * @return true where a sweep was faster, so that its cause can be settled
     */
    boolean expired(DueKey key) {
        if (causes.heard(key, System.nanoTime())) {
            hints.handled(1);
            telemetry.notification("late");
            return true;
        }
        if (!listeners.isOurs(key.id())) {
            hints.handled(1);
            telemetry.notification("left");
        } else if (hints.offer(key)) {
            telemetry.notification("accepted");
        } else {
            hints.handled(1);
            telemetry.notification("dropped");
        }
        return false;
    }

    @Override
    long runOnce() throws InterruptedException {
        List<DueKey> taken = hints.take(batch, IDLE_NANOS);
        while (!taken.isEmpty() && !isStopping()) {
            int left = 0;
            try {
                left = claim(taken);
            } finally {
                // A claim that failed gives its hints up: the sweep that follows every fault finds the jobs.
                hints.handled(taken.size() - left);
            }
            taken = taken.subList(taken.size() - left, taken.size());
        }
        return 0;
    }

    /** Whether it is working off a backlog and getting on with it. */
    boolean isBusy() {
        return busyUntilNanos - System.nanoTime() > 0;
    }

    /** How many hints at the end were not looked at. */
    private int claim(List<DueKey> taken) {
        ClaimBatch claimed = claims.notified(taken, catchUp.before());
        telemetry.claims(FirePath.FAST, "won", claimed.fires().size());
        if (claimed.fires().size() >= BUSY_BATCH) {
            busyUntilNanos = System.nanoTime() + BUSY_NANOS;
        }
        telemetry.claims(FirePath.FAST, "refused", claimed.refused());
        for (ClaimedFire fire : claimed.fires()) {
            causes.claimed(fire.dueKey());
            telemetry.fired(fire.fire());
        }
        return claimed.left();
    }

    @Override
    void stop(Duration limit) {
        hints.endWaits();
        super.stop(limit);
    }
}
