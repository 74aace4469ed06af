package dev.punctual.engine;

import dev.punctual.core.DueKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notifications that wait for their claim: each due key once, in the order in which they came, and no more than fit.
 * Thread-safe; {@link #offer} never blocks for long.
 */
final class HintQueue {

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition handled = lock.newCondition();
    private final Set<DueKey> waiting = new LinkedHashSet<>();
    private long handledCount;
    private boolean waitsEnded;

    HintQueue(int capacity) {
        this.capacity = capacity;
    }

    /** False where the queue is full and the hint is dropped; a hint that waits already is taken as accepted. */
    boolean offer(DueKey hint) {
        lock.lock();
        try {
            if (waiting.contains(hint)) {
                return true;
            }
            if (waiting.size() >= capacity) {
                return false;
            }
            waiting.add(hint);
            arrived.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what waits, at most so many.
     *
     * @param waitNanos how long to wait for the first one
     * @return empty where none came in that time
     */
    List<DueKey> take(int limit, long waitNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = waitNanos;
            while (waiting.isEmpty() && left > 0 && !waitsEnded) {
                left = arrived.awaitNanos(left);
            }
            List<DueKey> batch = new ArrayList<>(Math.min(limit, waiting.size()));
            Iterator<DueKey> hints = waiting.iterator();
            while (batch.size() < limit && hints.hasNext()) {
                batch.add(hints.next());
                hints.remove();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Ends every wait, the present and all later ones: who waits is being stopped. */
    void endWaits() {
        lock.lock();
        try {
            waitsEnded = true;
            arrived.signalAll();
            handled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** So many hints have been claimed, refused or given up. */
    void handled(int count) {
        lock.lock();
        try {
            handledCount += count;
            handled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many hints have been handled since the start. */
    long handledCount() {
        lock.lock();
        try {
            return handledCount;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until so many hints have been handled since the start.
     *
     * @return false where that took longer
     */
    boolean awaitHandled(long count, long waitNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = waitNanos;
            while (handledCount < count && left > 0 && !waitsEnded) {
                left = handled.awaitNanos(left);
            }
            return handledCount >= count;
        } finally {
            lock.unlock();
        }
    }

    /** How many hints would fit now. */
    int room() {
        lock.lock();
        try {
            return capacity - waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** How many hints wait. */
    int size() {
        return capacity - room();
    }
}
