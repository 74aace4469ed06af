package dev.punctual.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/** Twenty clients at a time. */
final class Callers implements AutoCloseable {

    private static final int THREADS = 20;
    private static final int LIMIT_SECONDS = 60;

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);

    /** Makes {@code count} calls as fast as they go; the answers in the order of their numbers. */
    <T> List<T> call(int count, IntFunction<T> call) {
        return call(count, number -> 0, call);
    }

    /** Makes each call after a delay of its own. */
    <T> List<T> call(int count, IntToLongFunction delayMillis, IntFunction<T> call) {
        List<Future<T>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            calls.add(
                    threads.schedule(() -> call.apply(number), delayMillis.applyAsLong(number), TimeUnit.MILLISECONDS));
        }
        return calls.stream().map(Callers::answer).toList();
    }

    private static <T> T answer(Future<T> call) {
        try {
            return call.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError("a call failed", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
