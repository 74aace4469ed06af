package dev.punctual.resources;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One client of the fire stream: a bounded queue of what it has not taken yet, written as fast as it reads. Holds no
 * thread. Thread-safe, but for its position, which is the feeder's alone.
 */
final class OpenStream implements WriteListener {

    /** With so many bytes waiting, a client takes no more for now. */
    static final int QUEUE_BYTES = 64 * 1024;

    private static final int QUEUE_CHUNKS = 64;

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final FireFilter filter;
    private final Runnable ended;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock turn = new ReentrantLock();
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private int queuedBytes;
    private boolean unflushed;
    private boolean writable;
    private boolean ending;
    private long tookAtNanos;

    private @Nullable String position;
    private boolean begun;
    private volatile Runnable watch = () -> {};

    /**
     * @param position after which its fires come; null for from now on
     * @param ended is told once, when nothing more will be written
     */
    OpenStream(AsyncContext context, FireFilter filter, @Nullable String position, Runnable ended) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.filter = filter;
        this.position = position;
        this.ended = ended;
        this.tookAtNanos = System.nanoTime();
    }

    FireFilter filter() {
        return filter;
    }

    @Nullable String position() {
        return position;
    }

    void position(String next) {
        position = next;
    }

    /** Whether the first bytes have been given to it; the second call answers yes. */
    boolean begin() {
        boolean before = begun;
        begun = true;
        return before;
    }

    void watchedBy(Runnable end) {
        watch = end;
        if (closed.get()) {
            end.run();
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Whether it has taken all that it was given. */
    boolean isDrained() {
        turn.lock();
        try {
            return queue.isEmpty();
        } finally {
            turn.unlock();
        }
    }

    /** Since when it has taken nothing although there is something; null where there is nothing. */
    @Nullable Long stalledSinceNanos() {
        turn.lock();
        try {
            return queue.isEmpty() && !unflushed ? null : tookAtNanos;
        } finally {
            turn.unlock();
        }
    }

    /** Gives it bytes; false, and nothing given, where its queue is full. */
    boolean offer(byte[] chunk) {
        turn.lock();
        try {
            if (queuedBytes >= QUEUE_BYTES || queue.size() >= QUEUE_CHUNKS) {
                return false;
            }
            add(chunk);
        } finally {
            turn.unlock();
        }
        pump();
        return true;
    }

    private void add(byte[] chunk) {
        if (queue.isEmpty() && !unflushed) {
            tookAtNanos = System.nanoTime();
        }
        queue.add(chunk);
        queuedBytes += chunk.length;
    }

    /** Forgets what waits, says goodbye as far as that can be written, and ends. */
    void endWith(byte[] goodbye) {
        turn.lock();
        try {
            queue.clear();
            queuedBytes = 0;
            add(goodbye);
            ending = true;
        } finally {
            turn.unlock();
        }
        pump();
    }

    /** Ends now: after what can be written at once, or without. */
    void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        watch.run();
        ended.run();
        turn.lock();
        try {
            queue.clear();
            queuedBytes = 0;
            context.complete();
        } catch (IllegalStateException over) {
            // The container was faster.
        } finally {
            turn.unlock();
        }
    }

    private void pump() {
        boolean over = false;
        turn.lock();
        try {
            over = closed.get() || !write();
        } catch (IOException | IllegalStateException gone) {
            over = true;
        } finally {
            turn.unlock();
        }
        if (over) {
            close();
        }
    }

    /** False when all is said. */
    private boolean write() throws IOException {
        if (!writable) {
            return true;
        }
        while (out.isReady()) {
            byte[] chunk = queue.poll();
            if (chunk != null) {
                queuedBytes -= chunk.length;
                unflushed = true;
                tookAtNanos = System.nanoTime();
                out.write(chunk);
            } else if (unflushed) {
                unflushed = false;
                tookAtNanos = System.nanoTime();
                out.flush();
            } else {
                return !ending;
            }
        }
        return true;
    }

    @Override
    public void onWritePossible() {
        turn.lock();
        try {
            writable = true;
        } finally {
            turn.unlock();
        }
        pump();
    }

    @Override
    public void onError(Throwable gone) {
        close();
    }
}
