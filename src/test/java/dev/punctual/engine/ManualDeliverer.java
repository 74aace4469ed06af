package dev.punctual.engine;

import dev.punctual.core.Deliverer;
import dev.punctual.core.Delivery;
import dev.punctual.core.DeliveryOutcome;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A target that ends a delivery when a test says so. */
final class ManualDeliverer implements Deliverer {

    final Map<String, CompletableFuture<DeliveryOutcome>> underWay = new ConcurrentHashMap<>();
    private int free;
    private int reserved;
    private Runnable onFree = () -> {};

    ManualDeliverer(int places) {
        this.free = places;
    }

    @Override
    public synchronized int reserve(int most) {
        int given = Math.min(most, free);
        free -= given;
        reserved += given;
        return given;
    }

    @Override
    public synchronized void release(int places) {
        if (places > reserved) {
            throw new IllegalStateException("only " + reserved + " reserved");
        }
        free += places;
        reserved -= places;
    }

    synchronized int free() {
        return free;
    }

    @Override
    public CompletionStage<DeliveryOutcome> deliver(Delivery delivery) {
        synchronized (this) {
            if (reserved == 0) {
                throw new IllegalStateException("no place reserved");
            }
            reserved--;
        }
        CompletableFuture<DeliveryOutcome> outcome = new CompletableFuture<>();
        underWay.put(delivery.message().job().value(), outcome);
        return outcome;
    }

    void end(String id, DeliveryOutcome outcome) {
        CompletableFuture<DeliveryOutcome> delivery = underWay.remove(id);
        if (delivery == null) {
            throw new AssertionError("not under way: " + id);
        }
        synchronized (this) {
            free++;
        }
        delivery.complete(outcome);
        onFree.run();
    }

    @Override
    public void onFree(Runnable listener) {
        onFree = listener;
    }

    @Override
    public void close() {
        underWay.keySet().forEach(id -> end(id, new DeliveryOutcome.Retry("stopped", null)));
    }
}
