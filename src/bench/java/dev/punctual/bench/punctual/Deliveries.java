package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** What has arrived at a worker or receiver so far, as it came, each with its time. Thread-safe. */
final class Deliveries {

    private static final Duration LOOK = Duration.ofMillis(5);

    private final List<Delivery> arrived = new ArrayList<>();
    private volatile int count;

    /** Stamps items that have just come, and keeps them. */
    void keep(List<byte[]> items) {
        long atMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        synchronized (arrived) {
            items.forEach(item -> arrived.add(new Delivery(item, atMicros)));
            count = arrived.size();
        }
    }

    int count() {
        return count;
    }

    /** Waits until so many came in all; false where that took longer. */
    boolean awaitCount(int wanted, Duration limit) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (count < wanted && System.nanoTime() < deadlineNanos) {
            Pause.of(LOOK);
        }
        return count >= wanted;
    }

    List<Delivery> all() {
        synchronized (arrived) {
            return List.copyOf(arrived);
        }
    }
}
