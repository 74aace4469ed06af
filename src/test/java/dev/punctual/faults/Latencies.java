package dev.punctual.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** How long something took, again and again. For one thread at a time. */
final class Latencies {

    private static final int NOISE_FACTOR = 10;

    private final List<Long> nanos = new ArrayList<>();

    void time(Runnable call) {
        long began = System.nanoTime();
        call.run();
        nanos.add(System.nanoTime() - began);
    }

    Duration p99() {
        return atShare(0.99);
    }

    /** A limit, or where this machine was busy with other things even before the trial, what that makes of it. */
    Duration stretch(Duration limit) {
        Duration busy = atShare(1).multipliedBy(NOISE_FACTOR);
        return busy.compareTo(limit) > 0 ? busy : limit;
    }

    private Duration atShare(double share) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return Duration.ofNanos(Objects.requireNonNull(sorted.get((int) Math.ceil(sorted.size() * share) - 1)));
    }
}
