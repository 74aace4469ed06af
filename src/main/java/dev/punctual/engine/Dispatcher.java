package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.ClaimedJob;
import dev.punctual.core.FirePath;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Target;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Knows what this instance has capacity for. Every claim goes through it: it reserves places beforehand, hands what was
 * claimed to its lane, and gives back the rest. What found no place is parked; as soon as there is one, it is claimed here,
 * one batch of a queue after one of another.
 */
final class Dispatcher extends Loop {

    private final LeaseStore leases;
    private final Queues queues;
    private final Telemetry telemetry;
    private final long intervalNanos;
    private final Map<QueueName, Lane> lanes = new ConcurrentHashMap<>();

    /** The queues that are believed to have parked jobs. */
    private final Set<QueueName> parked = ConcurrentHashMap.newKeySet();

    /** Those of them that are to be tried. */
    private final Set<QueueName> ready = ConcurrentHashMap.newKeySet();

    private long lookedNanos;

    /**
     * @param interval how often to look for parked jobs that nobody has told of
     */
    Dispatcher(LeaseStore leases, Queues queues, Duration interval, Telemetry telemetry) {
        super("dispatcher");
        this.leases = leases;
        this.queues = queues;
        this.telemetry = telemetry;
        this.intervalNanos = interval.toNanos();
        this.lookedNanos = System.nanoTime() - intervalNanos;
    }

    /** Adds a queue whose target is leased. */
    void add(QueueName queue, Lane lane) {
        lanes.put(queue, lane);
        lane.onFree(() -> {
            if (parked.contains(queue)) {
                ready.add(queue);
                wake();
            }
        });
    }

    /** Jobs of a queue are parked. Does not block. */
    void parked(QueueName queue) {
        parked.add(queue);
        ready.add(queue);
        wake();
    }

    /**
     * Claims from the schedule, for the places that are free.
     *
     * @param most how many jobs can be claimed at most
     * @param claim gets the free places by queue
     */
    ClaimBatch claim(int most, Function<Map<QueueName, Integer>, ClaimBatch> claim) {
        Map<QueueName, Integer> free = new HashMap<>();
        if (!isStopping()) {
            lanes.forEach((queue, lane) -> {
                int places = lane.reserve(most);
                if (places > 0) {
                    free.put(queue, places);
                }
            });
        }
        List<ClaimedJob> leased = List.of();
        try {
            ClaimBatch batch = claim.apply(free);
            leased = batch.leased();
            batch.parked().forEach(this::parked);
            return batch;
        } finally { // where the answer was lost, what was claimed lapses
            handOut(free, leased);
        }
    }

    private void handOut(Map<QueueName, Integer> reserved, List<ClaimedJob> leased) {
        Map<QueueName, List<ClaimedJob>> byQueue = new HashMap<>();
        for (ClaimedJob job : leased) {
            byQueue.computeIfAbsent(job.queue(), queue -> new ArrayList<>()).add(job);
        }
        reserved.forEach((queue, places) -> {
            Lane lane = lanes.get(queue);
            List<ClaimedJob> jobs = byQueue.getOrDefault(queue, List.of());
            if (lane != null) {
                lane.release(places - jobs.size());
                if (!jobs.isEmpty()) {
                    lane.take(jobs);
                }
            }
        });
    }

    @Override
    long runOnce() {
        long since = System.nanoTime() - lookedNanos;
        if (since >= intervalNanos) {
            leases.queuesWithParked().forEach(this::parked);
            lookedNanos = System.nanoTime();
            since = 0;
        }
        while (!ready.isEmpty() && !isStopping()) {
            for (QueueName queue : List.copyOf(ready)) {
                ready.remove(queue);
                claimParked(queue);
            }
        }
        return intervalNanos - since;
    }

    private void claimParked(QueueName queue) {
        Lane lane = lanes.get(queue);
        if (lane == null && isLeased(queue)) {
            parked.remove(queue); // another instance has capacity for it
            return;
        }
        int places = lane == null ? LeaseStore.MAX_BATCH : lane.reserve(LeaseStore.MAX_BATCH);
        if (places == 0) {
            return; // the lane says when
        }
        boolean more = true;
        try {
            more = claimParked(queue, places, lane);
        } finally {
            if (more) {
                ready.add(queue);
            } else {
                parked.remove(queue);
            }
        }
    }

    /** Whether more can be claimed. */
    private boolean claimParked(QueueName queue, int places, @Nullable Lane lane) {
        List<ClaimedJob> leased = List.of();
        try {
            LeaseStore.ParkedBatch batch = leases.claimParked(queue, places);
            leased = batch.claim().leased();
            report(batch.claim());
            return batch.more();
        } finally {
            if (lane != null) {
                handOut(Map.of(queue, places), leased);
            }
        }
    }

    /** Claims parked jobs for somebody who has come for them. */
    List<ClaimedJob> claimParkedFor(QueueName queue, int most) {
        if (isStopping()) {
            return List.of();
        }
        LeaseStore.ParkedBatch batch = leases.claimParked(queue, most);
        report(batch.claim());
        if (batch.more()) {
            parked.add(queue);
        }
        return batch.claim().leased();
    }

    private void report(ClaimBatch batch) {
        telemetry.claims(FirePath.SWEEP, "won", batch.fires().size());
        for (ClaimedFire fire : batch.fires()) {
            telemetry.fired(fire.fire());
        }
    }

    private boolean isLeased(QueueName queue) {
        return queues.find(queue)
                .map(known -> known.target() instanceof Target.Leased)
                .orElse(false);
    }

    /** What has not ended is given back. */
    void closeLanes() {
        lanes.values().forEach(Lane::close);
    }
}
