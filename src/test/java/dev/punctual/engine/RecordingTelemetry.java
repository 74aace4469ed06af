package dev.punctual.engine;

import dev.punctual.core.Fire;
import dev.punctual.core.FirePath;
import dev.punctual.core.QueueName;
import dev.punctual.core.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what it is told. */
final class RecordingTelemetry implements Telemetry {

    final List<Fire> fires = new CopyOnWriteArrayList<>();
    final List<String> notifications = new CopyOnWriteArrayList<>();
    final List<String> claims = new CopyOnWriteArrayList<>();
    final List<String> deliveries = new CopyOnWriteArrayList<>();
    final AtomicInteger nudged = new AtomicInteger();
    final AtomicInteger sweeps = new AtomicInteger();

    @Override
    public void fired(Fire fire) {
        fires.add(fire);
    }

    @Override
    public void notification(String kind) {
        notifications.add(kind);
    }

    @Override
    public void nudged(int count) {
        nudged.addAndGet(count);
    }

    @Override
    public void claims(FirePath path, String result, int count) {
        claims.add(path.word() + " " + result + " " + count);
    }

    @Override
    public void delivered(QueueName queue, String outcome, Duration took) {
        deliveries.add(queue + " " + outcome);
    }

    @Override
    public void swept() {
        sweeps.incrementAndGet();
    }

    @Override
    public void redisCommand(Duration took) {}
}
