package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueStore;
import dev.punctual.core.Fire;
import dev.punctual.core.FirePath;
import dev.punctual.core.Settlement;
import dev.punctual.core.SweepCause;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps the schedule and fires what the fast path missed: when the head of the schedule is overdue by the grace, at
 * least once per interval, and at once after a start, a subscription or a fault. Batch after batch until nothing is
 * overdue, oldest first.
 */
final class Reconciler extends Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final int SETTLE_BATCH = 256;
    private static final long SETTLE_REST_NANOS = Duration.ofMillis(100).toNanos();

    /** Redis counts in milliseconds: a moment into the one that ends the grace, its clock has certainly reached it. */
    private static final long MARGIN_NANOS = Duration.ofMillis(1).toNanos();

    /** How long it gives way at a time, and at most, to a fast path that works off a backlog. */
    private static final long WAY_NANOS = Duration.ofMillis(50).toNanos();

    private static final long MOST_WAY_NANOS = Duration.ofSeconds(3).toNanos();

    private final DueStore store;
    private final Claims claims;
    private final SweepSettings settings;
    private final SweepCauses causes;
    private final Listeners listeners;
    private final CatchUp catchUp;
    private final Feed feed;
    private final Telemetry telemetry;

    private final KnownDue head = new KnownDue();
    private long sweptNanos;
    private @Nullable Long waySinceNanos;

    /**
     * What the reconciler must know of the fast path.
     *
     * @param arrives whether a notification may still come of a job that was swept
     * @param busy whether the fast path is working off a backlog: to claim the same jobs side by side takes Redis longer
     */
    record Feed(BooleanSupplier arrives, BooleanSupplier busy) {}

    Reconciler(
            Claims claims,
            SweepSettings settings,
            SweepCauses causes,
            Listeners listeners,
            CatchUp catchUp,
            Feed feed,
            Telemetry telemetry) {
        super("reconciler");
        this.claims = claims;
        this.store = claims.store();
        this.settings = settings;
        this.causes = causes;
        this.listeners = listeners;
        this.catchUp = catchUp;
        this.feed = feed;
        this.telemetry = telemetry;
    }

    /** A job became the earliest. Does not block. */
    void earliest(Instant due) {
        if (head.hear(due)) {
            wake();
        }
    }

    /** Everything that is overdue now is to be caught up, without grace. Does not block. */
    void catchUp() {
        catchUp.request();
        wake();
    }

    @Override
    long runOnce() {
        try {
            settle();
            if (!catchUp.isOpen() && head.earliest() != null && isTooEarly()) {
                return Math.min(
                        rest(), settings.interval().toNanos() - sinceSweep()); // woken before anything is overdue
            }
            if (isInTheWay() && givesWay()) {
                return WAY_NANOS;
            }
            head.forget();
            sweptNanos = System.nanoTime();
            waySinceNanos = null;
            catchUp.begin(store.now());
            head.hear(sweep());
            catchUp.done();
            telemetry.swept();
            return rest();
        } catch (RuntimeException | Error failed) {
            catchUp.request();
            throw failed;
        }
    }

    /** The due time at the head of the schedule after it; null where the schedule is empty. */
    private @Nullable Instant sweep() {
        while (true) {
            long askedNanos = System.nanoTime();
            ClaimBatch batch = claims.overdue(settings.batch(), settings.grace(), catchUp.before());
            report(batch);
            boolean mayStillCome = feed.arrives.getAsBoolean();
            for (ClaimedFire fire : batch.fires()) {
                SweepCause certain = causes.swept(fire, askedNanos, mayStillCome);
                if (fire.fire().cause() == SweepCause.LOST && mayStillCome) {
                    listeners.missed(fire.fire().job().id());
                }
                if (certain != null) {
                    telemetry.fired(fire.fire());
                }
            }
            settle();
            boolean progress = batch.fires().size()
                            + batch.ghosts().size()
                            + batch.setAside().size()
                            + batch.parked().size()
                    > 0;
            if (batch.left() == 0 || !progress || isStopping() || isInTheWay()) {
                return batch.nextDue();
            }
        }
    }

    private void report(ClaimBatch batch) {
        telemetry.claims(FirePath.SWEEP, "won", batch.fires().size());
        if (!batch.ghosts().isEmpty()) {
            LOG.warn("Taken off the schedule, since no job of that id waits: {}", batch.ghosts());
        }
        if (!batch.setAside().isEmpty()) {
            LOG.error("Set aside as dead, since their records cannot be read: {}", batch.setAside());
        }
    }

    private void settle() {
        List<Settlement> decided = causes.decided(System.nanoTime());
        List<Settlement> toWrite =
                decided.stream().filter(one -> one.cause() != SweepCause.LOST).toList();
        try {
            for (int from = 0; from < toWrite.size(); from += SETTLE_BATCH) {
                store.settle(toWrite.subList(from, Math.min(toWrite.size(), from + SETTLE_BATCH)));
            }
        } catch (RuntimeException failed) {
            causes.takeBack(decided); // writing a cause twice changes nothing
            throw failed;
        }
        for (Settlement one : decided) {
            telemetry.fired(withCause(one.fire().fire(), one.cause()));
        }
    }

    private static Fire withCause(Fire fire, SweepCause cause) {
        return new Fire(
                fire.job(),
                fire.path(),
                cause,
                fire.dueAt(),
                fire.firedAt(),
                fire.attempt(),
                fire.instance(),
                fire.outcome());
    }

    private boolean isInTheWay() {
        return !catchUp.isOpen() && feed.busy.getAsBoolean();
    }

    private boolean givesWay() {
        long now = System.nanoTime();
        if (waySinceNanos == null) {
            waySinceNanos = now;
        }
        return now - waySinceNanos < MOST_WAY_NANOS;
    }

    private boolean isTooEarly() {
        return sinceSweep() < settings.interval().toNanos()
                && untilOverdue(settings.interval().toNanos()) > MARGIN_NANOS;
    }

    private long sinceSweep() {
        return System.nanoTime() - sweptNanos;
    }

    private long rest() {
        long rest = settings.interval().toNanos();
        if (causes.isOpen()) {
            rest = Math.min(rest, SETTLE_REST_NANOS);
        }
        return untilOverdue(rest);
    }

    private long untilOverdue(long mostNanos) {
        Instant next = head.earliest();
        if (next == null) {
            return mostNanos;
        }
        Duration ahead = Duration.between(store.now(), next.plus(settings.grace()));
        return ahead.compareTo(Duration.ofNanos(mostNanos)) > 0
                ? mostNanos
                : Math.max(0, ahead.toNanos()) + MARGIN_NANOS;
    }
}
