package dev.punctual.redis;

import dev.punctual.core.DueKey;
import dev.punctual.core.ExpiryFeed;
import dev.punctual.core.QueueName;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what a feed tells. */
final class Ear implements ExpiryFeed.Listener {

    final List<DueKey> expired = new CopyOnWriteArrayList<>();
    final List<Instant> earliest = new CopyOnWriteArrayList<>();
    final List<String> parked = new CopyOnWriteArrayList<>();
    final AtomicInteger listening = new AtomicInteger();
    final AtomicInteger instancesChanged = new AtomicInteger();
    final AtomicInteger deaf = new AtomicInteger();

    @Override
    public void expired(DueKey key) {
        expired.add(key);
    }

    @Override
    public void listening() {
        listening.incrementAndGet();
    }

    @Override
    public void deaf() {
        deaf.incrementAndGet();
    }

    @Override
    public void instancesChanged() {
        instancesChanged.incrementAndGet();
    }

    @Override
    public void parked(QueueName queue) {
        parked.add(queue.value());
    }

    @Override
    public void earliest(Instant due) {
        earliest.add(due);
    }
}
