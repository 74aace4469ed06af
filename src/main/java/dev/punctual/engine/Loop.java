package dev.punctual.engine;

import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.RepeatedFault;
import dev.punctual.core.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one shape of all loops: works, rests until the time that the work named or until woken, and goes on whatever
 * happens. A failed round, an {@link Error} included, is reported and tried again after a growing pause. Thread-safe.
 */
abstract class Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    /** The same for all loops: one outage, and not one for each of them. */
    private static final RepeatedFault REDIS = new RepeatedFault(
            LOG,
            "Redis does not serve the loops, which go on trying",
            "Redis serves all loops again",
            Duration.ofMinutes(1),
            Duration.ofSeconds(1));

    /** A loop whose rounds fail now and then is one fault. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private static final long MIN_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final long MAX_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final RepeatedFault broken;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();

    private @Nullable Thread thread;
    private volatile boolean stopping;
    private boolean wakeRequested;
    private int failures;

    Loop(String name) {
        this.name = name;
        this.broken = new RepeatedFault(
                LOG,
                "A round of the " + name + " loop failed, and it goes on",
                "The " + name + " loop works again",
                Duration.ofMinutes(1),
                QUIET);
    }

    /**
     * One round of work, on the loop's thread, or on a test's while the loop is not started.
     *
     * @return how long to rest in nanoseconds, 0 or less to go on at once
     * @throws InterruptedException when the loop is being stopped
     */
    abstract long runOnce() throws InterruptedException;

    /** Starts the thread. */
    void start() {
        Thread started = new Thread(this::run, "punctual-" + name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** Ends the rest, or the next one if the loop is at work. Does not block for long. */
    final void wake() {
        lock.lock();
        try {
            wakeRequested = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the loop has been told to stop. */
    final boolean isStopping() {
        return stopping;
    }

    /**
     * Lets the round that is under way end, and begins no other.
     *
     * @param limit how long to wait for it; then it is interrupted
     */
    void stop(Duration limit) {
        stopping = true;
        wake();
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(Math.max(1, limit.toMillis()));
            if (running.isAlive()) {
                running.interrupt();
                running.join(TimeUnit.SECONDS.toMillis(1));
            }
        } catch (InterruptedException interrupted) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            runUntilStopped();
        } finally {
            REDIS.works(this); // nobody waits for it any more
        }
    }

    private void runUntilStopped() {
        while (!stopping) {
            try {
                long rest = guardedRound();
                rest(rest);
            } catch (InterruptedException stopped) {
                if (stopping) {
                    Thread.currentThread().interrupt();
                    return;
                }
                LOG.warn("The {} loop was interrupted and goes on", name);
            }
        }
    }

    /** Catches everything: a loop that dies would be noticed by nobody. */
    @SuppressWarnings("CatchAndPrintStackTrace") // the failure is reported and the round repeated
    private long guardedRound() throws InterruptedException {
        try {
            long rest = runOnce();
            if (failures > 0) {
                failures = 0;
                REDIS.works(this);
                broken.works(this);
            }
            return rest;
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Throwable failed) {
            failures++;
            LOG.debug("Round {} of the {} loop failed", failures, name, failed);
            if (failed instanceof StoreUnavailableException || failed instanceof OutcomeUnknownException) {
                REDIS.failed(this, failed.getMessage() + " (" + name + ")");
            } else {
                broken.failed(this, failed.toString(), failed);
            }
            return pauseNanos(failures);
        }
    }

    private static long pauseNanos(int failures) {
        long pause = Math.min(MAX_PAUSE_NANOS, MIN_PAUSE_NANOS << Math.min(failures - 1, 10));
        return pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    }

    private void rest(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!wakeRequested && !stopping && left > 0) {
                left = woken.awaitNanos(left);
            }
            wakeRequested = false;
        } finally {
            lock.unlock();
        }
    }
}
