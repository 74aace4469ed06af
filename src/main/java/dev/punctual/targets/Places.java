package dev.punctual.targets;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many deliveries may start now: by concurrency, rate and circuit together. Tells when there is room again, only
 * after somebody was refused, and once. Thread-safe; holds its lock for moments only.
 */
final class Places {

    /** Tokens come one by one; the listener is told of a handful together. */
    private static final long PAUSE_MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final Logger LOG = LoggerFactory.getLogger(Places.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final int concurrency;
    private final TokenBucket tokens;
    private final Circuit circuit;
    private final Scheduler timer;
    private final Executor executor;

    private Runnable listener = () -> {};
    private int reserved;
    private int underWay;
    private boolean refused;
    private boolean timed;

    /**
     * @param executor runs the listener, never on the thread that asks for it
     */
    Places(
            String queue,
            int concurrency,
            WebhookSettings settings,
            LongSupplier nanoTime,
            Scheduler timer,
            Executor executor) {
        this.concurrency = concurrency;
        this.tokens = new TokenBucket(settings.rate(), nanoTime);
        this.circuit = new Circuit(queue, settings.circuit(), this::lookSoon);
        this.timer = timer;
        this.executor = executor;
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
            int free = Math.min(most, concurrency - reserved - underWay);
            int paid = tokens.take(free);
            int given = circuit.acquire(paid);
            tokens.giveBack(paid - given);
            reserved += given;
            if (given < most) {
                refused = true;
                tell();
            }
            return given;
        } finally {
            lock.unlock();
        }
    }

    void release(int places) {
        lock.lock();
        try {
            takeReserved(places);
            tokens.giveBack(places);
            for (int i = 0; i < places; i++) {
                circuit.giveBack();
            }
            tell();
        } finally {
            lock.unlock();
        }
    }

    /** Turns a reserved place into a delivery; answers what {@link #end} wants to know. */
    long begin() {
        lock.lock();
        try {
            takeReserved(1);
            underWay++;
            return circuit.era();
        } finally {
            lock.unlock();
        }
    }

    private void takeReserved(int places) {
        if (places < 0 || places > reserved) {
            throw new IllegalStateException(places + " places wanted of " + reserved + " that are reserved");
        }
        reserved -= places;
    }

    void end(long begunInEra, Verdict.Health health) {
        switch (health) {
            case GOOD -> circuit.succeeded(begunInEra);
            case BAD -> circuit.failed(begunInEra);
            case UNKNOWN -> circuit.giveBack();
        }
        lock.lock();
        try {
            underWay--;
            tell();
        } finally {
            lock.unlock();
        }
    }

    /** The circuit tells of a change while it holds a lock of its own, which a reservation takes after ours. */
    private void lookSoon() {
        execute(this::look);
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("Nobody is told of free places any more", stopping);
        }
    }

    private void look() {
        lock.lock();
        try {
            timed = false;
            tell();
        } finally {
            lock.unlock();
        }
    }

    private void tell() {
        if (!refused || !circuit.isPassable() || reserved + underWay >= concurrency) {
            return;
        }
        long nanos = tokens.nanosToNext();
        if (nanos == 0) {
            refused = false;
            execute(listener);
        } else if (!timed) {
            timed = true;
            timer.schedule(this::look, Math.max(nanos, PAUSE_MIN_NANOS), TimeUnit.NANOSECONDS);
        }
    }
}
