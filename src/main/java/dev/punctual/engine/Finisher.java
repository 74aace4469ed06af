package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.JobContext;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.RepeatedFault;
import dev.punctual.core.Telemetry;
import dev.punctual.core.WakeUp;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what became of leased jobs, many at a time: what ends while one batch is on its way goes together in the next. What
 * cannot be written now is kept until it can, so that a delivery that was made is not repeated for a fault of Redis; where
 * its lease is over by then, it is refused.
 */
final class Finisher extends Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Finisher.class);

    /** Beyond it nothing more is begun: what was delivered could not be written either. */
    private static final int MOST_WAITING = 4096;

    private static final long IDLE_NANOS = Duration.ofSeconds(30).toNanos();

    private final RepeatedFault refused =
            new RepeatedFault(LOG, "Refused, since its lease has lapsed", "No end of a delivery has been refused");
    private final LeaseStore store;
    private final UnderWay underWay;
    private final Telemetry telemetry;
    private final WakeUp wakeUp;
    private final Deque<Entry> waiting = new ArrayDeque<>();

    /**
     * @param answer null where nobody waits for it, so that it is tried again
     * @param sinceNanos when the delivery began; 0 where it is not known
     */
    private record Entry(LeaseEnd end, @Nullable CompletableFuture<LeaseEnd.Outcome> answer, long sinceNanos) {}

    /**
     * @param wakeUp is told of the due time of a retry
     */
    Finisher(LeaseStore store, UnderWay underWay, Telemetry telemetry, WakeUp wakeUp) {
        super("finisher");
        this.store = store;
        this.underWay = underWay;
        this.telemetry = telemetry;
        this.wakeUp = wakeUp;
    }

    /** A delivery has ended. Does not block. */
    void finish(ClaimedJob job, LeaseEnd end) {
        add(new Entry(end, null, job.claimedNanos()));
    }

    /** Ends a lease for somebody who waits for the answer. Does not block. */
    CompletionStage<LeaseEnd.Outcome> finish(LeaseEnd end) {
        CompletableFuture<LeaseEnd.Outcome> answer = new CompletableFuture<>();
        add(new Entry(end, answer, 0));
        return answer;
    }

    private void add(Entry entry) {
        synchronized (waiting) {
            waiting.add(entry);
        }
        wake();
    }

    /** Whether so much waits to be written that nothing more should be begun. */
    boolean isBehind() {
        synchronized (waiting) {
            return waiting.size() >= MOST_WAITING;
        }
    }

    /** False where some ends could not be written in that time. */
    boolean awaitWritten(long waitNanos) throws InterruptedException {
        synchronized (waiting) {
            long deadline = System.nanoTime() + waitNanos;
            while (!waiting.isEmpty() && deadline - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(waiting, deadline - System.nanoTime());
            }
            return waiting.isEmpty();
        }
    }

    @Override
    long runOnce() {
        while (true) {
            List<Entry> batch = next();
            if (batch.isEmpty()) {
                return IDLE_NANOS;
            }
            write(batch);
        }
    }

    private List<Entry> next() {
        List<Entry> batch = new ArrayList<>();
        synchronized (waiting) {
            if (waiting.isEmpty()) {
                waiting.notifyAll();
            }
            while (batch.size() < LeaseStore.MAX_BATCH && !waiting.isEmpty()) {
                batch.add(waiting.remove());
            }
        }
        return batch;
    }

    private void write(List<Entry> batch) {
        LeaseStore.Ended ended;
        try {
            ended = store.end(batch.stream().map(Entry::end).toList());
        } catch (RuntimeException failed) {
            giveUp(batch, failed);
            throw failed;
        }
        for (int i = 0; i < batch.size(); i++) {
            tell(batch.get(i), ended.outcomes().get(i));
        }
        if (ended.nextDue() != null) {
            wakeUp.earliest(ended.nextDue());
        }
    }

    /** Who waits is told; the rest is kept. */
    private void giveUp(List<Entry> batch, RuntimeException failed) {
        synchronized (waiting) {
            for (int i = batch.size() - 1; i >= 0; i--) {
                if (batch.get(i).answer() == null) {
                    waiting.addFirst(batch.get(i));
                }
            }
        }
        for (Entry one : batch) {
            if (one.answer() != null) {
                one.answer().completeExceptionally(failed);
            }
        }
    }

    private void tell(Entry entry, LeaseStore.Outcome told) {
        LeaseEnd.Outcome outcome = told.outcome();
        underWay.ended(entry.end().token());
        if (outcome == LeaseEnd.Outcome.LOST && entry.answer() == null) {
            try (JobContext ignored = JobContext.of(entry.end().token().id(), told.queue())) {
                refused.happened(
                        entry.end().how() + " of " + entry.end().token().text());
            }
        }
        if (told.queue() != null) {
            Duration took =
                    entry.sinceNanos() == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - entry.sinceNanos());
            telemetry.delivered(told.queue(), outcome.word(), took);
        }
        if (entry.answer() != null) {
            entry.answer().complete(outcome);
        }
    }
}
