package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Lags;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Threads;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Clients that each post one job at a time over a connection of their own. */
final class Callers {

    private static final long NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final URI api;
    private final int callers;
    private final Lags latencies = new Lags();
    private final AtomicInteger posted = new AtomicInteger();
    private final long dueFromMillis = System.currentTimeMillis() + Load.DAY_MILLIS;

    Callers(URI api, int callers) {
        this.api = api;
        this.callers = callers;
    }

    /** Posts as fast as answers come; calls a second. */
    double flatOut(double seconds) {
        long started = System.nanoTime();
        long endNanos = started + (long) (seconds * NANOS_PER_SECOND);
        together(caller -> {
            try (HttpConnection connection = new HttpConnection(api)) {
                for (long sent = System.nanoTime(); sent < endNanos; ) {
                    post(connection);
                    long answered = System.nanoTime();
                    took(answered - sent);
                    sent = answered;
                }
            }
        });
        return posted.get() * NANOS_PER_SECOND / (System.nanoTime() - started);
    }

    /** Posts at a fixed pace; the latency counts from the moment at which a call was to be sent. */
    void paced(int perSecond, double seconds) {
        long started = System.nanoTime();
        long stepNanos = (long) NANOS_PER_SECOND / perSecond;
        long calls = (long) (perSecond * seconds);
        together(caller -> {
            try (HttpConnection connection = new HttpConnection(api)) {
                for (long call = caller; call < calls; call += callers) {
                    long planned = started + call * stepNanos;
                    Pause.untilNanos(planned);
                    post(connection);
                    took(System.nanoTime() - planned);
                }
            }
        });
    }

    /** How many calls were answered. */
    int posted() {
        return posted.get();
    }

    Map<String, Double> latencies() {
        return latencies.metrics("");
    }

    private void post(HttpConnection connection) {
        HttpConnection.Reply reply = connection.post("/v1/jobs", Loader.job(dueFromMillis + posted.incrementAndGet()));
        if (reply.status() != 201) {
            throw new IllegalStateException(reply.toString());
        }
    }

    private void took(long nanos) {
        synchronized (latencies) {
            latencies.add(nanos / NANOS_PER_MICRO);
        }
    }

    private void together(IntConsumer work) {
        Threads.join(IntStream.range(0, callers)
                .mapToObj(caller -> Threads.start("bench-caller", () -> work.accept(caller)))
                .toList());
    }
}
