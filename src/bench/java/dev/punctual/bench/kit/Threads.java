package dev.punctual.bench.kit;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Threads whose failure is not lost. */
public final class Threads {

    private Threads() {}

    public static CompletableFuture<Void> start(String name, Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (RuntimeException | Error failed) {
                        done.completeExceptionally(failed);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    /** Waits for all, and throws what one of them threw. */
    public static void join(List<CompletableFuture<Void>> threads) {
        CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).join();
    }
}
