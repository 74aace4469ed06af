package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The deliveries of this instance that have not ended yet, each with the time at which its lease is to be renewed: a third
 * of it after the claim or the last renewal. Thread-safe; nothing but {@link #awaitNone} blocks for long.
 */
final class UnderWay {

    /** Two renewals may be missed. */
    static final int RENEWALS_A_LEASE = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private final Map<LeaseToken, Held> leases = new LinkedHashMap<>();

    private static final class Held {
        private final ClaimedJob job;
        private long renewAtNanos;

        Held(ClaimedJob job) {
            this.job = job;
            renewed();
        }

        void renewed() {
            renewAtNanos = System.nanoTime() + Math.max(1, job.lease().toNanos() / RENEWALS_A_LEASE);
        }
    }

    /** A delivery begins. */
    void began(ClaimedJob job) {
        lock.lock();
        try {
            leases.put(job.token(), new Held(job));
        } finally {
            lock.unlock();
        }
    }

    /** A delivery has ended, or its lease is lost. */
    void ended(LeaseToken token) {
        lock.lock();
        try {
            leases.remove(token);
            if (leases.isEmpty()) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The leases that were to be renewed by a time, at most so many; each is due again a third of its time from now, so that
     * it is given once for one time.
     *
     * @param byNanos not later than now
     */
    List<LeaseStore.Extension> toRenew(int limit, long byNanos) {
        lock.lock();
        try {
            List<LeaseStore.Extension> due = new ArrayList<>();
            Iterator<Held> held = leases.values().iterator();
            while (due.size() < limit && held.hasNext()) {
                Held one = held.next();
                if (one.renewAtNanos - byNanos <= 0) {
                    one.renewed();
                    due.add(new LeaseStore.Extension(one.job.token(), one.job.lease()));
                }
            }
            return due;
        } finally {
            lock.unlock();
        }
    }

    /** How long until a lease is to be renewed, at most so long. */
    long untilRenewalNanos(long mostNanos) {
        lock.lock();
        try {
            long now = System.nanoTime();
            long rest = mostNanos;
            for (Held one : leases.values()) {
                rest = Math.min(rest, one.renewAtNanos - now);
            }
            return Math.max(0, rest);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return leases.size();
        } finally {
            lock.unlock();
        }
    }

    /** False where some were still under way after that time. */
    boolean awaitNone(long waitNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = waitNanos;
            while (!leases.isEmpty() && left > 0) {
                left = none.awaitNanos(left);
            }
            return leases.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
