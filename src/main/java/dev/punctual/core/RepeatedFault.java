package dev.punctual.core;

import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A fault that can repeat, in few lines of the log: the first time at once, then how often in each interval, and a line when
 * it is over. Several who meet the same fault share one of these. Thread-safe; nothing blocks.
 */
public final class RepeatedFault {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Logger log;
    private final String begins;
    private final String ends;
    private final Duration interval;
    private final Duration settle;
    private final Set<Object> failing = new HashSet<>();

    private boolean open;
    private long sinceNanos;
    private long saidNanos;
    private long lastNanos;
    private long total;
    private long unsaid;
    private String last = "";

    /**
     * A fault that is summed up every minute.
     *
     * @param begins what goes wrong, in words that a reason can follow
     * @param ends what is right again, in words that "after 3 times" can follow
     */
    public RepeatedFault(Logger log, String begins, String ends) {
        this(log, begins, ends, INTERVAL, Duration.ZERO);
    }

    /**
     * @param interval how often it is summed up; what nobody ends by {@link #works} is over after one without it
     * @param settle how long it must have been quiet before it counts as ended
     */
    public RepeatedFault(Logger log, String begins, String ends, Duration interval, Duration settle) {
        this.log = log;
        this.begins = begins;
        this.ends = ends;
        this.interval = interval;
        this.settle = settle;
    }

    /** It happened; that it does not happen for an interval is its end. */
    public void happened(String reason) {
        count(null, reason, null);
    }

    /** The same, with the stack of the first. */
    public void happened(String reason, Throwable cause) {
        count(null, reason, cause);
    }

    /**
     * It happened to one who will say when it is over.
     *
     * @param who compared by {@code equals}
     */
    public void failed(Object who, String reason) {
        count(who, reason, null);
    }

    /** The same, with the stack of the first. */
    public void failed(Object who, String reason, Throwable cause) {
        count(who, reason, cause);
    }

    private synchronized void count(@Nullable Object who, String reason, @Nullable Throwable cause) {
        long now = System.nanoTime();
        if (who != null) {
            failing.add(who);
        }
        lastNanos = now;
        total++;
        last = reason;
        if (open) {
            unsaid++;
            return;
        }
        open = true;
        total = 1;
        unsaid = 0;
        sinceNanos = now;
        saidNanos = now;
        if (cause == null) {
            log.warn("{}: {}", begins, reason);
        } else {
            log.warn("{}: {}", begins, reason, cause);
        }
        later(interval, this::sumUp);
    }

    /** It is over for one to whom it happened; cheap where it did not. The last one's word ends it. */
    public synchronized void works(Object who) {
        if (!open || !failing.remove(who) || !failing.isEmpty()) {
            return;
        }
        if (settle.isZero()) {
            end();
        } else {
            later(settle, this::endIfQuiet);
        }
    }

    private synchronized void endIfQuiet() {
        if (open && failing.isEmpty() && System.nanoTime() - lastNanos >= settle.toNanos()) {
            end();
        }
    }

    private synchronized void sumUp() {
        if (!open) {
            return;
        }
        long now = System.nanoTime();
        if (now - saidNanos >= interval.toNanos()) { // else it ended and began anew meanwhile
            if (unsaid > 0) {
                log.warn("{}: {} more in the last {} s, the last one: {}", begins, unsaid, seconds(saidNanos), last);
                unsaid = 0;
                saidNanos = now;
            } else if (failing.isEmpty()) {
                end();
                return;
            }
            later(interval, this::sumUp);
        }
    }

    private void end() {
        open = false;
        log.info("{} after {} times in {} s", ends, total, seconds(sinceNanos));
    }

    private static String seconds(long fromNanos) {
        return String.format(Locale.ROOT, "%.1f", (System.nanoTime() - fromNanos) / NANOS_PER_SECOND);
    }

    private static void later(Duration delay, Runnable what) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS).execute(what);
    }
}
