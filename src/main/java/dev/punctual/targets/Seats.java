package dev.punctual.targets;

import java.util.concurrent.locks.ReentrantLock;

/** How many jobs may be under way at once. Tells when there is room again, after somebody was refused, and once. Thread-safe. */
final class Seats {

    private final ReentrantLock lock = new ReentrantLock();
    private final int capacity;

    private Runnable listener = () -> {};
    private int reserved;
    private int underWay;
    private boolean refused;

    Seats(int capacity) {
        this.capacity = capacity;
    }

    void onFree(Runnable replacement) {
        lock.lock();
        try {
            listener = replacement;
        } finally {
            lock.unlock();
        }
    }

    int reserve(int most) {
        lock.lock();
        try {
            int given = Math.min(most, capacity - reserved - underWay);
            reserved += given;
            refused |= given < most;
            return given;
        } finally {
            lock.unlock();
        }
    }

    void release(int places) {
        change(places, 0);
    }

    /** Turns a reserved place into a job that is under way. */
    void begin() {
        change(1, 1);
    }

    void end() {
        change(0, -1);
    }

    private void change(int fromReserved, int toUnderWay) {
        Runnable told = null;
        lock.lock();
        try {
            if (fromReserved < 0 || fromReserved > reserved) {
                throw new IllegalStateException(fromReserved + " places wanted of " + reserved + " that are reserved");
            }
            reserved -= fromReserved;
            underWay += toUnderWay;
            if (refused && reserved + underWay < capacity) {
                refused = false;
                told = listener;
            }
        } finally {
            lock.unlock();
        }
        if (told != null) {
            told.run();
        }
    }
}
