package dev.punctual.observe;

import dev.punctual.core.Diagnosis;
import dev.punctual.core.Doctor;
import dev.punctual.core.Finding;
import dev.punctual.core.RedisExaminer;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;
import dev.punctual.core.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges what Redis tells of itself. At most one look in {@link #FRESH} begins, and only when somebody asks; who asks waits
 * for it at most {@link #PATIENCE}, counted from its beginning. Thread-safe.
 */
public final class RedisDoctor implements Doctor {

    /** How old an answer may be before Redis is looked at again. */
    public static final Duration FRESH = Duration.ofSeconds(10);

    /** How long a look is waited for. */
    public static final Duration PATIENCE = Duration.ofSeconds(2);

    private final RedisExaminer examiner;
    private final boolean nudging;
    private final Executor reader;
    private final LongSupplier nanoTime;
    private @Nullable Look last;

    private record Look(long startedAtNanos, CompletableFuture<Diagnosis> answer) {}

    /**
     * @param examiner asks Redis
     * @param nudging whether due keys are nudged
     * @param reader runs the looks; they block as long as Redis does, so one thread of its own
     * @param nanoTime a monotonic clock in nanoseconds
     */
    public RedisDoctor(RedisExaminer examiner, boolean nudging, Executor reader, LongSupplier nanoTime) {
        this.examiner = examiner;
        this.nudging = nudging;
        this.reader = reader;
        this.nanoTime = nanoTime;
    }

    @Override
    public Diagnosis diagnosis() {
        Look look = current();
        long waitedNanos = nanoTime.getAsLong() - look.startedAtNanos;
        try {
            return look.answer.get(Math.max(0, PATIENCE.toNanos() - waitedNanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException unanswered) {
            return unreachable("it has not answered for "
                    + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - look.startedAtNanos) + " ms");
        } catch (ExecutionException failed) {
            return unreachable(String.valueOf(failed.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return unreachable("interrupted while waiting for it");
        }
    }

    private synchronized Look current() {
        long nowNanos = nanoTime.getAsLong();
        Look look = last;
        if (look == null || (look.answer.isDone() && nowNanos - look.startedAtNanos >= FRESH.toNanos())) {
            look = new Look(nowNanos, new CompletableFuture<>());
            last = look;
            start(look.answer);
        }
        return look;
    }

    private void start(CompletableFuture<Diagnosis> answer) {
        try {
            reader.execute(() -> answer.complete(look(examiner, nudging)));
        } catch (RejectedExecutionException stopping) {
            answer.complete(unreachable("the service is stopping"));
        }
    }

    /**
     * Looks now, however long that takes; never throws.
     *
     * @param nudging whether due keys are nudged
     */
    public static Diagnosis look(RedisExaminer examiner, boolean nudging) {
        try {
            return judged(examiner.examine(), nudging);
        } catch (RuntimeException | Error failed) { // An answer that never completes would be waited for by everybody.
            return unreachable(String.valueOf(failed.getMessage()));
        }
    }

    static Diagnosis judged(RedisFacts facts, boolean nudging) {
        List<Finding> findings = new ArrayList<>();
        findings.add(ServerChecks.version(facts));
        findings.add(ServerChecks.clock(facts));
        findings.add(ServerChecks.layout(facts));
        findings.add(NotificationChecks.flags(facts));
        findings.add(NotificationChecks.outputBuffer(facts));
        findings.add(NotificationChecks.expiry(facts, nudging));
        findings.add(MemoryChecks.eviction(facts));
        findings.add(MemoryChecks.headroom(facts));
        findings.add(DurabilityChecks.persistence(facts));
        findings.add(DurabilityChecks.replicas(facts));
        findings.add(RightsChecks.rights(facts));
        findings.add(RightsChecks.config(facts));
        findings.addAll(OrphanChecks.orphans(facts.stock()));
        return new Diagnosis(Instant.ofEpochMilli(SystemClock.millis()), findings);
    }

    private static Diagnosis unreachable(String reason) {
        Finding finding = new Finding(
                "redis",
                Severity.CRITICAL,
                "Redis does not answer",
                reason,
                "no job is accepted or fired until it answers; what is stored fires then, by the sweep path",
                new Finding.Fix(
                        "start Redis, or set PUNCTUAL_REDIS_URI to where it is; then: redis-cli -u \"$PUNCTUAL_REDIS_URI\" PING",
                        "look at its state and its network rules in the provider's console"));
        return new Diagnosis(Instant.ofEpochMilli(SystemClock.millis()), List.of(finding));
    }
}
