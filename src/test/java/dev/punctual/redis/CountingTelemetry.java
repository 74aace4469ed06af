package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.FirePath;
import dev.punctual.core.QueueName;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts notifications by kind, and commands that Redis answered. */
final class CountingTelemetry implements Telemetry {

    private final Map<String, Integer> notifications = new ConcurrentHashMap<>();
    private final AtomicInteger commands = new AtomicInteger();

    int notifications(String kind) {
        return notifications.getOrDefault(kind, 0);
    }

    int commands() {
        return commands.get();
    }

    @Override
    public void fired(Fire fire) {}

    @Override
    public void notification(String kind) {
        notifications.merge(kind, 1, Integer::sum);
    }

    @Override
    public void nudged(int count) {}

    @Override
    public void claims(FirePath path, String result, int count) {}

    @Override
    public void delivered(QueueName queue, String outcome, Duration took) {}

    @Override
    public void swept() {}

    @Override
    public void redisCommand(Duration took) {
        commands.incrementAndGet();
    }
}
