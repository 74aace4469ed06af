package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.Problem;
import dev.punctual.api.RefusedException;
import dev.punctual.core.FireTail;
import dev.punctual.core.StreamTelemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds all clients of the fire stream from one reader of the log. A client is at a position of the log: who is where the
 * reader is gets what it reads; who is behind gets pages of the log until it has caught up; who takes nothing for a while
 * although much waits for it is dropped. Reads nothing while nobody follows.
 */
final class FireStreams {

    private static final Logger LOG = LoggerFactory.getLogger(FireStreams.class);
    private static final int PAGE = 250;
    private static final int PAGES_PER_ROUND = 32;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long FULL_PAGE_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long FAILED_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long STOP_MILLIS = 2000;

    /** Writes to a client are at least so far apart, so that many fires cost few of them. */
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Who takes nothing for so long while its queue is full is dropped. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Who has been dropped may take so long to hear of it. */
    private static final long GOODBYE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FireTail tail;
    private final StreamText text;
    private final int limit;
    private final StreamTelemetry telemetry;
    private final ReentrantLock turn = new ReentrantLock();
    private final Condition changed = turn.newCondition();
    private final Set<Follower> followers = new LinkedHashSet<>();
    private @Nullable String position;
    private @Nullable Thread thread;
    private boolean stopping;
    private boolean failing;

    /** A client, and what the feeder knows of it. */
    private static final class Follower {
        final OpenStream stream;
        boolean full;
        long dropAtNanos;
        boolean dropped;
        long toldAtNanos = System.nanoTime();

        Follower(OpenStream stream) {
            this.stream = stream;
        }
    }

    /**
     * @param limit how many clients may follow at once
     */
    FireStreams(FireTail tail, ObjectMapper json, int limit, StreamTelemetry telemetry) {
        this.tail = tail;
        this.text = new StreamText(json);
        this.limit = limit;
        this.telemetry = telemetry;
    }

    /**
     * Takes a client on.
     *
     * @throws RefusedException where there are too many, or the service stops
     */
    void checkRoom() {
        turn.lock();
        try {
            if (stopping || followers.size() >= limit) {
                throw new RefusedException(Problem.of(
                        503,
                        "Service Unavailable",
                        stopping
                                ? "The service is stopping."
                                : "So many clients follow the fires as limits.streams allows: " + limit
                                        + ". Try again later."));
            }
        } finally {
            turn.unlock();
        }
    }

    /** Feeds a client from now on. */
    void follow(OpenStream stream) {
        Follower follower = new Follower(stream);
        turn.lock();
        try {
            if (stopping || followers.size() >= limit) {
                stream.close();
                return;
            }
            followers.add(follower);
            telemetry.opened();
            String now = position;
            if (now != null) {
                begin(stream, now);
            }
            if (thread == null) {
                Thread feeder = new Thread(this::run, "punctual-fire-stream");
                feeder.setDaemon(true);
                thread = feeder;
                feeder.start();
            }
            changed.signalAll();
        } finally {
            turn.unlock();
        }
        if (stream.isClosed()) {
            forget(stream);
        }
    }

    /** A client has ended. */
    void forget(OpenStream stream) {
        turn.lock();
        try {
            if (followers.removeIf(follower -> follower.stream == stream)) {
                telemetry.closed();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Ends all streams, so that nobody waits for them; the clients come back to another instance or later. */
    void stop() {
        Thread feeder;
        turn.lock();
        try {
            stopping = true;
            changed.signalAll();
            feeder = thread;
        } finally {
            turn.unlock();
        }
        for (Follower follower : snapshot()) {
            follower.stream.close();
        }
        if (feeder != null) {
            feeder.interrupt();
            try {
                feeder.join(STOP_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<Follower> snapshot() {
        turn.lock();
        try {
            return new ArrayList<>(followers);
        } finally {
            turn.unlock();
        }
    }

    /** Catches everything: a feeder that dies would be noticed by nobody. */
    private void run() {
        while (awaitFollowers()) {
            long rest;
            try {
                rest = runOnce();
                if (failing) {
                    failing = false;
                    LOG.info("The fire stream goes on where it was");
                }
            } catch (Throwable failed) { // Error included: see above
                if (!failing) {
                    failing = true;
                    LOG.warn("The fire stream cannot read the fire log; it tries on", failed);
                }
                rest = FAILED_REST_NANOS;
                lookAfter(snapshot());
            }
            rest(rest);
        }
        tail.rest();
    }

    /** False when the feeder is to end. */
    private boolean awaitFollowers() {
        turn.lock();
        try {
            if (followers.isEmpty() && !stopping) {
                position = null;
                tail.rest();
            }
            while (followers.isEmpty() && !stopping) {
                changed.awaitUninterruptibly();
            }
            return !stopping;
        } finally {
            turn.unlock();
        }
    }

    private void rest(long nanos) {
        turn.lock();
        try {
            long left = nanos;
            while (left > 0 && !stopping) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException stop) {
            // Only stop() interrupts, and the loop looks for it.
        } finally {
            turn.unlock();
        }
    }

    /** Reads on once; answers how long to rest in nanoseconds. */
    private long runOnce() {
        String from = where();
        FireTail.Stretch read = tail.after(from, PAGE, PATIENCE);
        List<Follower> all = advance(read.end());
        long startedNanos = System.nanoTime();
        StreamText.Rendered live = text.render(read);
        if (!read.entries().isEmpty() || !read.whole()) {
            for (Follower follower : all) {
                if (from.equals(follower.stream.position())) {
                    give(follower, from, live);
                }
            }
        }
        boolean more = catchUp(all, read.end());
        lookAfter(all);
        boolean hurry = more || read.entries().size() == PAGE;
        return hurry ? FULL_PAGE_REST_NANOS : ROUND_NANOS - (System.nanoTime() - startedNanos);
    }

    private String where() {
        String known = position;
        if (known != null) {
            return known;
        }
        String end = tail.end();
        turn.lock();
        try {
            position = end;
            followers.forEach(follower -> begin(follower.stream, end));
        } finally {
            turn.unlock();
        }
        return end;
    }

    private List<Follower> advance(String end) {
        turn.lock();
        try {
            position = end;
            return new ArrayList<>(followers);
        } finally {
            turn.unlock();
        }
    }

    private static void begin(OpenStream stream, String now) {
        if (stream.position() == null) {
            stream.position(now);
            if (!stream.begin()) {
                stream.offer(StreamText.beginning(now));
                return;
            }
            stream.offer(StreamText.beat(now));
        } else if (!stream.begin()) {
            stream.offer(StreamText.beginning(stream.position()));
        }
    }

    private void give(Follower follower, @Nullable String from, StreamText.Rendered rendered) {
        FireTail.Stretch stretch = rendered.stretch();
        byte[] chunk = rendered.chunk(follower.stream.filter());
        if (!stretch.whole()) {
            String to = stretch.entries().isEmpty()
                    ? stretch.end()
                    : stretch.entries().get(0).position();
            byte[] gap = text.gap(from, to);
            byte[] both = new byte[gap.length + chunk.length];
            System.arraycopy(gap, 0, both, 0, gap.length);
            System.arraycopy(chunk, 0, both, gap.length, chunk.length);
            chunk = both;
        }
        if (chunk.length > 0 && !follower.dropped) {
            follower.full = !follower.stream.offer(chunk);
            if (follower.full) {
                return;
            }
            follower.toldAtNanos = System.nanoTime();
        }
        follower.stream.position(stretch.end());
    }

    /** Gives a page to those who are behind and have taken the last one; answers whether some are still behind. */
    private boolean catchUp(List<Follower> all, String here) {
        Map<String, StreamText.Rendered> pages = new HashMap<>();
        boolean more = false;
        for (Follower follower : all) {
            String at = follower.stream.position();
            if (at == null || at.equals(here) || follower.dropped || !follower.stream.isDrained()) {
                continue;
            }
            if (FireTail.compare(at, here) > 0) {
                comeBack(follower, at);
                continue;
            }
            StreamText.Rendered page = pages.get(at);
            if (page == null) {
                if (pages.size() == PAGES_PER_ROUND) {
                    more = true;
                    continue;
                }
                page = text.render(tail.after(at, PAGE, Duration.ZERO));
                pages.put(at, page);
            }
            if (page.stretch().end().equals(at)) {
                follower.stream.position(here); // what was there has been cut away or removed
                continue;
            }
            give(follower, at, page);
            more = true;
        }
        return more;
    }

    /** Who has seen more than the reader waits for it; who claims to have seen more than there is, is told so. */
    private void comeBack(Follower follower, String at) {
        String end = tail.end();
        if (FireTail.compare(at, end) > 0 && follower.stream.offer(text.gap(at, end))) {
            follower.stream.position(end);
        }
    }

    private void lookAfter(List<Follower> all) {
        long nowNanos = System.nanoTime();
        for (Follower follower : all) {
            OpenStream stream = follower.stream;
            if (follower.dropped) {
                if (nowNanos - follower.dropAtNanos > GOODBYE_NANOS) {
                    stream.close();
                }
                continue;
            }
            Long since = stream.stalledSinceNanos();
            if (since != null && follower.full && nowNanos - since > STALL_NANOS) {
                drop(follower, nowNanos);
            } else if (nowNanos - follower.toldAtNanos > BEAT_NANOS && since == null) {
                follower.toldAtNanos = nowNanos;
                stream.offer(stream.begin() ? StreamText.beat(stream.position()) : StreamText.beginning(null));
            }
        }
    }

    private void drop(Follower follower, long nowNanos) {
        follower.dropped = true;
        follower.dropAtNanos = nowNanos;
        telemetry.dropped();
        LOG.info("A client of the fire stream was dropped: it read nothing for {} s", STALL_NANOS / 1_000_000_000);
        follower.stream.endWith(text.dropped("nothing was read for "
                + TimeUnit.NANOSECONDS.toSeconds(STALL_NANOS) + " s while "
                + OpenStream.QUEUE_BYTES / 1024 + " KiB waited; come back with Last-Event-ID"));
    }
}
