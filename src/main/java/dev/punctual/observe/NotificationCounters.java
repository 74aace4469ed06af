package dev.punctual.observe;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts notifications by what became of them. Thread-safe. */
final class NotificationCounters {

    /** Those of our own due keys, whatever became of them. */
    private static final List<String> RECEIVED = List.of("accepted", "dropped", "left", "late");

    private static final String FOREIGN = "foreign";

    private final Map<String, CounterDataPoint> byKind = new HashMap<>();

    NotificationCounters(PrometheusRegistry registry) {
        Counter heard = Counter.builder()
                .name("punctual_notifications_total")
                .help(
                        "Notifications heard: 'accepted' for a claim, 'dropped' for lack of capacity, 'left' to another instance,"
                                + " 'late' after the sweep, 'foreign' of other keys, 'probe' of our own probe keys.")
                .labelNames("kind")
                .register(registry);
        RECEIVED.forEach(kind -> byKind.put(kind, heard.labelValues(kind)));
        byKind.put(FOREIGN, heard.labelValues(FOREIGN));
        byKind.put("probe", heard.labelValues("probe"));
    }

    /** Counts one; a kind that is not known counts nowhere. */
    void count(String kind) {
        CounterDataPoint counter = byKind.get(kind);
        if (counter != null) {
            counter.inc();
        }
    }

    long received() {
        return RECEIVED.stream().mapToLong(this::counted).sum();
    }

    long foreign() {
        return counted(FOREIGN);
    }

    private long counted(String kind) {
        CounterDataPoint counter = byKind.get(kind);
        return counter == null ? 0 : counter.getLongValue();
    }
}
