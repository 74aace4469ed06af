package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.PullLeases;
import dev.punctual.core.PunctualException;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.core.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Polls of all pulled queues: what is parked is leased at once, and what comes later goes straight to a poll that waits. */
final class Pulls implements PullLeases {

    private static final int ANSWERING_THREADS = 4;
    /** So many answers may wait for a thread; more are given back. */
    private static final int MOST_ANSWERS = 10_000;

    private static final long IDLE_SECONDS = 30;

    /** Longer than the time limit of a command, which ends the wait in every ordinary case. */
    private static final long LAST_RESORT_SECONDS = 60;

    private final LeaseStore leases;
    private final Dispatcher dispatcher;
    private final Finisher finisher;
    private final Consumer<Instant> leaseEnds;
    private final Map<QueueName, PullLane> lanes = new HashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor answering;

    /**
     * @param leaseEnds is told when leases end; must not block
     */
    Pulls(LeaseStore leases, Dispatcher dispatcher, Finisher finisher, Queues queues, Consumer<Instant> leaseEnds) {
        this.leaseEnds = leaseEnds;
        this.leases = leases;
        this.dispatcher = dispatcher;
        this.finisher = finisher;
        this.timer = new ScheduledThreadPoolExecutor(1, daemon("punctual-pull-timer"));
        this.timer.setRemoveOnCancelPolicy(true);
        this.timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        this.timer.allowCoreThreadTimeOut(true);
        this.answering = new ThreadPoolExecutor(
                ANSWERING_THREADS,
                ANSWERING_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_ANSWERS),
                daemon("punctual-pull"));
        this.answering.allowCoreThreadTimeOut(true);
        queues.named().forEach(queue -> {
            if (queue.target() instanceof Target.Pull) {
                PullLane lane = new PullLane(this::giveBack);
                lanes.put(queue.name(), lane);
                dispatcher.add(queue.name(), lane);
            }
        });
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public Poll poll(QueueName queue, int max, Duration wait, @Nullable Duration lease) {
        PullLane lane = lanes.get(queue);
        if (lane == null) {
            throw new InvalidJobException("queue", "'" + queue + "' is not pulled");
        }
        WaitingPoll poll = new WaitingPoll(max, lease, new Desk(lane));
        List<ClaimedJob> parked = dispatcher.claimParkedFor(queue, max);
        if (!parked.isEmpty() || wait.isZero() || !lane.add(poll)) {
            poll.give(parked);
            return poll;
        }
        try {
            poll.endsBy(timer.schedule(
                    () -> {
                        lane.remove(poll);
                        poll.give(List.of());
                    },
                    wait.toMillis(),
                    TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException stopping) {
            lane.remove(poll);
            poll.give(List.of());
        }
        return poll;
    }

    /** What becomes of the polls of one queue. */
    private final class Desk implements WaitingPoll.Desk {
        private final PullLane lane;

        Desk(PullLane lane) {
            this.lane = lane;
        }

        @Override
        public void answer(WaitingPoll poll) {
            Pulls.this.answer(poll);
        }

        @Override
        public void gone(WaitingPoll poll) {
            lane.remove(poll);
            giveBack(poll.given());
        }
    }

    private void answer(WaitingPoll poll) {
        try {
            answering.execute(() -> {
                try {
                    poll.complete(pulled(poll));
                } catch (RuntimeException failed) { // what it was given lapses
                    poll.fail(failed);
                }
            });
        } catch (RejectedExecutionException tooManyOrStopping) {
            giveBack(poll.given());
            poll.complete(List.of());
        }
    }

    private List<PulledJob> pulled(WaitingPoll poll) {
        List<ClaimedJob> given = poll.given();
        Duration lease = poll.lease();
        List<PulledJob> jobs = new ArrayList<>(given.size());
        if (lease == null || given.isEmpty()) {
            given.forEach(job -> jobs.add(pulled(job, job.delivery().firedAt().plus(job.lease()))));
            return jobs;
        }
        List<@Nullable Instant> ends = leases.extend(given.stream()
                .map(job -> new LeaseStore.Extension(job.token(), lease))
                .toList());
        for (int i = 0; i < given.size(); i++) {
            Instant end = ends.get(i);
            if (end != null) {
                jobs.add(pulled(given.get(i), end));
            }
        }
        return jobs;
    }

    private PulledJob pulled(ClaimedJob job, Instant leaseEndsAt) {
        leaseEnds.accept(leaseEndsAt);
        return new PulledJob(job.token(), job.delivery().body(), leaseEndsAt);
    }

    private void giveBack(List<ClaimedJob> jobs) {
        jobs.forEach(job -> finisher.finish(job, new LeaseEnd(job.token(), new LeaseEnd.Released())));
    }

    @Override
    public boolean ack(LeaseToken token) {
        return end(new LeaseEnd(token, new LeaseEnd.Delivered()));
    }

    @Override
    public boolean nack(LeaseToken token, String reason, @Nullable Duration delay) {
        return end(new LeaseEnd(
                token, delay == null ? new LeaseEnd.Retry(reason, null) : new LeaseEnd.RetryAfter(reason, delay)));
    }

    @Override
    public List<Boolean> ack(List<LeaseToken> tokens) {
        List<CompletableFuture<LeaseEnd.Outcome>> answers = tokens.stream()
                .map(token -> finisher.finish(new LeaseEnd(token, new LeaseEnd.Delivered()))
                        .toCompletableFuture())
                .toList();
        List<Boolean> held = new ArrayList<>(tokens.size());
        for (CompletableFuture<LeaseEnd.Outcome> answer : answers) {
            try {
                held.add(held(answer));
            } catch (StoreUnavailableException refused) {
                // They may have gone in two batches, of which one was written.
                if (held.isEmpty()) {
                    throw refused;
                }
                throw new OutcomeUnknownException("only some could be written", refused);
            }
        }
        return held;
    }

    private boolean end(LeaseEnd end) {
        return held(finisher.finish(end).toCompletableFuture());
    }

    private static boolean held(CompletableFuture<LeaseEnd.Outcome> answer) {
        try {
            return answer.get(LAST_RESORT_SECONDS, TimeUnit.SECONDS) != LeaseEnd.Outcome.LOST;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException("interrupted while waiting", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            if (failed.getCause() instanceof PunctualException cause) {
                throw cause;
            }
            throw new OutcomeUnknownException("no answer in time", failed);
        }
    }

    @Override
    public @Nullable Instant extend(LeaseToken token, @Nullable Duration lease) {
        Instant end =
                leases.extend(List.of(new LeaseStore.Extension(token, lease))).get(0);
        if (end != null) {
            leaseEnds.accept(end);
        }
        return end;
    }

    /** Answers all polls that wait. */
    void close() {
        lanes.values().forEach(PullLane::close);
        timer.shutdown();
        answering.shutdown();
    }
}
