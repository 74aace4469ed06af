package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Threads;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.stream.IntStream;

/** Schedules loads through {@code POST /v1/jobs/bulk}; one without a prefix gets generated ids. */
final class Loader {

    private static final int CONNECTIONS = 4;
    private static final int SMALL = 5_000;
    private static final int JOBS_PER_CHUNK = 200;

    private final URI api;

    Loader(URI api) {
        this.api = api;
    }

    /** Schedules all over a few connections, each of which takes every so-manieth job. */
    void load(Load load) {
        over(load.count() <= SMALL ? 1 : CONNECTIONS, load);
        if (load.overMillis() == 0 && System.currentTimeMillis() > load.firstDueAtMillis()) {
            throw new IllegalStateException("the jobs were due before all of them were scheduled");
        }
    }

    void over(int connections, Load load) {
        Threads.join(IntStream.range(0, connections)
                .mapToObj(from -> Threads.start("bench-load", () -> stream(load, from, connections)))
                .toList());
    }

    private void stream(Load load, int from, int step) {
        Created created = new Created();
        try (HttpConnection connection = new HttpConnection(api)) {
            connection.postLines("/v1/jobs/bulk", chunks(load, from, step), created);
        }
        int expected = (load.count() - from + step - 1) / step;
        if (created.count != expected) {
            throw new IllegalStateException("scheduled " + created.count + " of " + expected + " jobs");
        }
    }

    private static Iterator<byte[]> chunks(Load load, int from, int step) {
        int stride = step * JOBS_PER_CHUNK;
        return IntStream.iterate(from, i -> i < load.count(), i -> i + stride)
                .mapToObj(start -> {
                    StringBuilder lines = new StringBuilder(JOBS_PER_CHUNK * 320);
                    for (int i = start; i < Math.min(load.count(), start + stride); i += step) {
                        long dueAtMillis = load.dueAtMillis(i);
                        lines.append(load.prefix().isEmpty() ? job(dueAtMillis) : job(load.id(i), dueAtMillis))
                                .append('\n');
                    }
                    return lines.toString().getBytes(StandardCharsets.UTF_8);
                })
                .iterator();
    }

    /** The JSON of a job. */
    static String job(String id, long dueAtMillis) {
        return "{\"id\":\"" + id + "\"," + withoutId(dueAtMillis);
    }

    /** The JSON of a job that is to get an id. */
    static String job(long dueAtMillis) {
        return "{" + withoutId(dueAtMillis);
    }

    private static String withoutId(long dueAtMillis) {
        return "\"queue\":\"" + PunctualServers.QUEUE + "\",\"at\":\"" + Instant.ofEpochMilli(dueAtMillis)
                + "\",\"payload\":" + Load.PAYLOAD + "}";
    }

    /** Counts the answers that say 201: lines that begin {@code {"status":201}. */
    private static final class Created extends OutputStream {

        private static final byte[] BEGINNING = "{\"status\":201".getBytes(StandardCharsets.US_ASCII);

        private int count;
        private int matched;

        @Override
        public void write(int value) {
            if (value == '\n') {
                matched = 0;
            } else if (matched >= 0) {
                matched = value == BEGINNING[matched] ? matched + 1 : -1;
                if (matched == BEGINNING.length) {
                    count++;
                    matched = -1;
                }
            }
        }
    }
}
