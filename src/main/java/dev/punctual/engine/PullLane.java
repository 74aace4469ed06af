package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A queue whose jobs are pulled: its places are those of the polls that wait. */
final class PullLane implements Lane {

    private final Deque<WaitingPoll> waiting = new ArrayDeque<>();
    private final Consumer<List<ClaimedJob>> giveBack;
    private Runnable onFree = () -> {};
    private int places;
    private int reserved;
    private boolean wanted;
    private boolean closed;

    /**
     * @param giveBack gets jobs whose poll has gone; must not block
     */
    PullLane(Consumer<List<ClaimedJob>> giveBack) {
        this.giveBack = giveBack;
    }

    /** A poll waits from now on. False where nothing is claimed any more. */
    boolean add(WaitingPoll poll) {
        Runnable told;
        synchronized (this) {
            if (closed) {
                return false;
            }
            waiting.add(poll);
            places += poll.max();
            told = onFree;
        }
        told.run();
        return true;
    }

    /** A poll does not wait any more. */
    synchronized void remove(WaitingPoll poll) {
        if (waiting.remove(poll)) {
            places -= poll.max();
        }
    }

    @Override
    public synchronized int reserve(int most) {
        int given = Math.max(0, Math.min(most, places - reserved));
        reserved += given;
        wanted |= given < most;
        return given;
    }

    @Override
    public void release(int count) {
        Runnable told;
        synchronized (this) {
            reserved -= count;
            if (!wanted || places <= reserved) {
                return;
            }
            wanted = false;
            told = onFree;
        }
        told.run();
    }

    @Override
    public void take(List<ClaimedJob> jobs) {
        synchronized (this) {
            reserved -= jobs.size();
        }
        int from = 0;
        while (from < jobs.size()) {
            WaitingPoll poll = next();
            if (poll == null) {
                giveBack.accept(jobs.subList(from, jobs.size()));
                return;
            }
            int to = Math.min(jobs.size(), from + poll.max());
            List<ClaimedJob> part = List.copyOf(jobs.subList(from, to));
            if (poll.give(part)) {
                from = to;
            }
        }
    }

    private synchronized @Nullable WaitingPoll next() {
        WaitingPoll poll = waiting.poll();
        if (poll != null) {
            places -= poll.max();
        }
        return poll;
    }

    @Override
    public synchronized void onFree(Runnable listener) {
        onFree = listener;
    }

    @Override
    public void close() {
        List<WaitingPoll> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(waiting);
            waiting.clear();
            places = 0;
        }
        left.forEach(poll -> poll.give(List.of()));
    }
}
