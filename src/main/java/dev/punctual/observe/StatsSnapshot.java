package dev.punctual.observe;

import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreStats;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The counts of Redis for those who must not wait for it. At most one read a second begins, and only when somebody asks;
 * who asks waits for it at most {@link #PATIENCE}, counted from the beginning of the read, so that several questions in
 * a row wait no longer than one. Thread-safe.
 */
public final class StatsSnapshot {

    /** How old an answer may be before a new read begins. */
    public static final Duration FRESH = Duration.ofSeconds(1);

    /** How long a read is waited for. */
    public static final Duration PATIENCE = Duration.ofSeconds(1);

    private final StatsSource source;
    private final Executor reader;
    private final LongSupplier nanoTime;
    private @Nullable Read last;

    /**
     * @param source what is read
     * @param reader runs the reads; they block as long as Redis does, so one thread of its own
     * @param nanoTime a monotonic clock in nanoseconds
     */
    public StatsSnapshot(StatsSource source, Executor reader, LongSupplier nanoTime) {
        this.source = source;
        this.reader = reader;
        this.nanoTime = nanoTime;
    }

    /**
     * What is known now.
     *
     * @param stats the counts; null where Redis did not answer
     * @param trouble why there are none, in plain words; empty where there are
     */
    public record Reading(@Nullable StoreStats stats, String trouble) {}

    /** The counts, at most about {@link #FRESH} old; waits at most {@link #PATIENCE}, and never throws. */
    public Reading latest() {
        Read read = current();
        long waited = nanoTime.getAsLong() - read.startedAtNanos;
        try {
            return read.answer.get(Math.max(0, PATIENCE.toNanos() - waited), TimeUnit.NANOSECONDS);
        } catch (TimeoutException unanswered) {
            long millis = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - read.startedAtNanos);
            return new Reading(null, "Redis has not answered for " + millis + " ms");
        } catch (ExecutionException failed) {
            return new Reading(null, reason(failed.getCause()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Reading(null, "interrupted while waiting for Redis");
        }
    }

    private synchronized Read current() {
        long nowNanos = nanoTime.getAsLong();
        Read read = last;
        if (read == null || (read.answer.isDone() && nowNanos - read.startedAtNanos >= FRESH.toNanos())) {
            read = new Read(nowNanos, new CompletableFuture<>());
            last = read;
            start(read.answer);
        }
        return read;
    }

    private void start(CompletableFuture<Reading> answer) {
        try {
            reader.execute(() -> read(answer));
        } catch (RejectedExecutionException stopping) {
            answer.complete(new Reading(null, "the service is stopping"));
        }
    }

    private void read(CompletableFuture<Reading> answer) {
        try {
            answer.complete(new Reading(source.stats(), ""));
        } catch (Throwable failed) { // An answer that never completes would be waited for by everybody.
            answer.completeExceptionally(failed);
        }
    }

    private static String reason(@Nullable Throwable failed) {
        if (failed == null) {
            return "Redis cannot be read";
        }
        String message = failed.getMessage();
        return message == null ? failed.getClass().getSimpleName() : message;
    }

    private record Read(long startedAtNanos, CompletableFuture<Reading> answer) {}
}
