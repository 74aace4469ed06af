package dev.punctual.engine;

import dev.punctual.core.DueStore;
import dev.punctual.core.Fire;
import dev.punctual.core.JobContext;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.QueueName;
import dev.punctual.core.RepeatedFault;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of what is under way here until it has ended, and takes back those of others that have lapsed: as they
 * lapse, and at every sweep interval at the latest.
 */
final class LeaseKeeper extends Loop {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** Redis counts in milliseconds: a moment into the one in which a lease ends, its clock has certainly reached it. */
    private static final long MARGIN_NANOS = Duration.ofMillis(1).toNanos();

    private final RepeatedFault lost =
            new RepeatedFault(LOG, "A lease was lost before its delivery ended", "No lease has been lost");
    private final RepeatedFault lapsed = new RepeatedFault(LOG, "A lease lapsed", "No lease has lapsed");
    private final LeaseStore leases;
    private final DueStore clock;
    private final UnderWay underWay;
    private final long intervalNanos;
    private final long tickNanos;
    private final Consumer<QueueName> parked;
    private final Telemetry telemetry;

    /**
     * @param interval the longest time between two looks for lapsed leases
     * @param tick the longest time between two looks at what is under way: a third of the shortest lease
     */
    record Pace(Duration interval, Duration tick) {}

    private final AtomicReference<@Nullable Instant> heardOf = new AtomicReference<>();
    private @Nullable Instant nextLapse;
    private long lookedNanos;

    /**
     * @param pace how often to look for lapsed leases and for what is to be renewed
     * @param clock tells Redis's time
     * @param parked is told of queues that have jobs to be claimed again; must not block
     */
    LeaseKeeper(
            LeaseStore leases,
            DueStore clock,
            UnderWay underWay,
            Pace pace,
            Consumer<QueueName> parked,
            Telemetry telemetry) {
        super("lease-keeper");
        this.leases = leases;
        this.clock = clock;
        this.underWay = underWay;
        this.intervalNanos = pace.interval.toNanos();
        this.tickNanos = pace.tick.toNanos();
        this.parked = parked;
        this.telemetry = telemetry;
        this.lookedNanos = System.nanoTime() - intervalNanos;
    }

    /** A lease that is not renewed here ends then. Does not block. */
    void endsAt(Instant end) {
        Instant earliest = heardOf.get();
        while (earliest == null || end.isBefore(earliest)) {
            if (heardOf.compareAndSet(earliest, end)) {
                wake();
                return;
            }
            earliest = heardOf.get();
        }
    }

    @Override
    long runOnce() {
        renew();
        long untilLook = untilLookNanos();
        if (untilLook <= 0) {
            lapse();
            untilLook = untilLookNanos();
        }
        return underWay.untilRenewalNanos(Math.min(tickNanos, Math.max(untilLook, MARGIN_NANOS)));
    }

    private void renew() {
        long now = System.nanoTime();
        while (true) {
            List<LeaseStore.Extension> due = underWay.toRenew(LeaseStore.MAX_BATCH, now);
            if (due.isEmpty()) {
                return;
            }
            List<@Nullable Instant> ends = leases.extend(due);
            for (int i = 0; i < due.size(); i++) {
                if (ends.get(i) == null) {
                    LeaseToken token = due.get(i).token();
                    try (JobContext ignored = JobContext.of(token.id(), null)) {
                        lost.happened(token.text());
                    }
                    underWay.ended(due.get(i).token());
                }
            }
        }
    }

    private long untilLookNanos() {
        long untilInterval = intervalNanos - (System.nanoTime() - lookedNanos);
        Instant heard = heardOf.get();
        Instant next = nextLapse == null || (heard != null && heard.isBefore(nextLapse)) ? heard : nextLapse;
        if (next == null) {
            return untilInterval;
        }
        Duration ahead = Duration.between(clock.now(), next);
        return ahead.compareTo(Duration.ofNanos(intervalNanos)) > 0
                ? untilInterval
                : Math.min(untilInterval, ahead.toNanos() + MARGIN_NANOS);
    }

    private void lapse() {
        LeaseStore.Lapsed found;
        do {
            lookedNanos = System.nanoTime();
            nextLapse = null;
            heardOf.set(null);
            found = leases.lapse(LeaseStore.MAX_BATCH);
            nextLapse = found.next();
            report(found);
        } while (found.fires().size() == LeaseStore.MAX_BATCH && !isStopping());
    }

    private void report(LeaseStore.Lapsed found) {
        for (Fire fire : found.fires()) {
            try (JobContext ignored = JobContext.of(fire.job().id(), fire.job().queue())) {
                lapsed.happened(
                        "job " + fire.job().id() + ", attempt " + fire.attempt() + ", claimed by " + fire.instance());
            }
            telemetry.delivered(fire.job().queue(), fire.outcome().word(), Duration.ZERO);
            parked.accept(fire.job().queue());
        }
        if (!found.ghosts().isEmpty()) {
            LOG.warn("Taken off the running set, since no job of that id runs: {}", found.ghosts());
        }
        if (!found.setAside().isEmpty()) {
            LOG.error("Set aside as dead, since their records cannot be read: {}", found.setAside());
        }
    }
}
