package dev.punctual.faults;

import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.ServiceProcess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Callers who create jobs that fall due within a second, cancel some, and keep book of what they were told, while the
 * service comes and goes.
 */
final class Load implements AutoCloseable {

    private static final int CALLERS = 4;
    private static final int LONGEST_DELAY_MILLIS = 1_000;
    private static final int CANCEL_EVERY = 8;
    private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final Set<Integer> odd = ConcurrentHashMap.newKeySet();
    private final AtomicInteger created = new AtomicInteger();
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private volatile @Nullable ServiceProcess service;
    private volatile boolean over;

    Load() {
        for (int i = 0; i < CALLERS; i++) {
            callers.execute(this::call);
        }
    }

    /** From now on the callers ask this one; null while there is none. */
    void ask(@Nullable ServiceProcess next) {
        service = next;
    }

    private void call() {
        while (!over) {
            ServiceProcess asked = service;
            if (asked != null) {
                request(asked.http());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void request(Http http) {
        int number = created.incrementAndGet();
        String id = "job-" + number;
        JobRequests jobs = new JobRequests(http);
        int delayMillis = ThreadLocalRandom.current().nextInt(LONGEST_DELAY_MILLIS);
        try {
            if (!told(id, jobs.create(id, Duration.ofMillis(delayMillis)), 201, accepted)) {
                return;
            }
        } catch (UncheckedIOException gone) {
            unknown.add(id);
            return;
        }
        if (number % CANCEL_EVERY == 0) {
            cancel(id, jobs);
        }
    }

    private void cancel(String id, JobRequests jobs) {
        accepted.remove(id); // whether it arrives depends on the answer
        try {
            Answer answer = jobs.cancel(id);
            if (answer.status() == 409) {
                accepted.add(id);
            } else {
                told(id, answer, 204, cancelled);
            }
        } catch (UncheckedIOException gone) {
            unknown.add(id);
        }
    }

    private boolean told(String id, Answer answer, int done, Set<String> book) {
        if (answer.status() == done) {
            book.add(id);
            return true;
        }
        unknown.add(id);
        if (answer.status() != 503 && answer.status() != 504) {
            odd.add(answer.status());
        }
        return false;
    }

    /** The jobs that must arrive. */
    Set<String> accepted() {
        return accepted;
    }

    /** The jobs that must not. */
    Set<String> cancelled() {
        return cancelled;
    }

    /** Answers that no caller expects. */
    Set<Integer> odd() {
        return odd;
    }

    /** Ends the calls; what was under way is finished first. */
    @Override
    public void close() {
        over = true;
        callers.shutdown();
        try {
            if (!callers.awaitTermination(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a caller got no answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
