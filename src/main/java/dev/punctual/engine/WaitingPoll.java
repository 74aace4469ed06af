package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.PullLeases;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A poll, from its arrival to its answer. It gets jobs once, or none when its time is over. Thread-safe. */
final class WaitingPoll implements PullLeases.Poll {

    private final int max;
    private final @Nullable Duration lease;
    private final Desk desk;
    private final CompletableFuture<List<PullLeases.PulledJob>> jobs = new CompletableFuture<>();
    private @Nullable List<ClaimedJob> given;
    private @Nullable Future<?> end;
    private boolean abandoned;

    /** Where polls are answered. Must not block. */
    interface Desk {

        /** It has been given its jobs, or none. */
        void answer(WaitingPoll poll);

        /** Whoever asked has gone; what it was given is not worked on. */
        void gone(WaitingPoll poll);
    }

    /**
     * @param lease null for the queue's own
     */
    WaitingPoll(int max, @Nullable Duration lease, Desk desk) {
        this.max = max;
        this.lease = lease;
        this.desk = desk;
    }

    int max() {
        return max;
    }

    @Nullable Duration lease() {
        return lease;
    }

    /** What ends the wait when its time is over. */
    synchronized void endsBy(Future<?> timer) {
        if (given == null) {
            end = timer;
        } else {
            timer.cancel(false);
        }
    }

    /** Gives it its jobs; false where it has had its answer, or has gone. */
    boolean give(List<ClaimedJob> claimed) {
        synchronized (this) {
            if (given != null || abandoned) {
                return false;
            }
            given = claimed;
            if (end != null) {
                end.cancel(false);
            }
        }
        desk.answer(this);
        return true;
    }

    synchronized List<ClaimedJob> given() {
        return given == null ? List.of() : given;
    }

    void complete(List<PullLeases.PulledJob> answered) {
        jobs.complete(answered);
    }

    void fail(Throwable failure) {
        jobs.completeExceptionally(failure);
    }

    @Override
    public CompletionStage<List<PullLeases.PulledJob>> jobs() {
        return jobs;
    }

    @Override
    public void abandon() {
        synchronized (this) {
            if (abandoned) {
                return;
            }
            abandoned = true;
            if (end != null) {
                end.cancel(false);
            }
        }
        desk.gone(this);
    }
}
