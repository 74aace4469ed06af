package dev.punctual.targets;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PlacesTest {

    private static final WebhookSettings.Circuit NERVOUS = new WebhookSettings.Circuit(
            0.01, 1, Duration.ofSeconds(1), Duration.ofMillis(10), Duration.ofMillis(10), 1);

    private final ScheduledExecutorScheduler timer = new ScheduledExecutorScheduler("places-test", true);
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    @BeforeEach
    void start() {
        LifeCycle.start(timer);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        LifeCycle.stop(timer);
    }

    @Test
    void isReservedByManyWhileItsCircuitOpensAndLetsProbesThroughAgain() throws Exception {
        var settings = Settings.to("http://a.example").circuit(NERVOUS).build();
        var places = new Places("mail", 4, settings, System::nanoTime, timer, threads);
        var failed = new AtomicInteger();
        var told = new AtomicInteger();
        places.onFree(told::incrementAndGet);
        List<CompletableFuture<Void>> busy = Stream.generate(
                        () -> CompletableFuture.runAsync(() -> failFor(Duration.ofSeconds(2), places, failed), threads))
                .limit(2)
                .toList();
        for (var one : busy) {
            one.get(20, TimeUnit.SECONDS);
        }
        assertThat(failed.get()).isGreaterThan(20);
        // While others are faster, nobody needs to be told; now there is nobody else.
        await("it gives places again, or tells of them").until(() -> told.get() > 0 || givesTwo(places));
    }

    private static boolean givesTwo(Places places) {
        int given = places.reserve(2);
        places.release(given);
        return given == 2;
    }

    private static void failFor(Duration time, Places places, AtomicInteger failed) {
        long deadlineNanos = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < deadlineNanos) {
            int given = places.reserve(2);
            for (int i = 0; i < given; i++) {
                places.end(places.begin(), Verdict.Health.BAD);
                failed.incrementAndGet();
            }
        }
    }
}
