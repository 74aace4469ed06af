package dev.punctual.observe;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;

/** Counts notifications by what became of them. Thread-safe. */
final class NotificationCounters {

    private final CounterDataPoint accepted;
    private final CounterDataPoint dropped;
    private final CounterDataPoint late;
    private final CounterDataPoint foreign;
    private final CounterDataPoint probe;
    private final Map<String, CounterDataPoint> byKind;

    NotificationCounters(PrometheusRegistry registry) {
        Counter heard = Counter.builder()
                .name("punctual_notifications_total")
                .help(
                        "Notifications heard: 'accepted' for a claim, 'dropped' for lack of capacity, 'late' after the sweep,"
                                + " 'foreign' of other keys, 'probe' of our own probe keys.")
                .labelNames("kind")
                .register(registry);
        accepted = heard.labelValues("accepted");
        dropped = heard.labelValues("dropped");
        late = heard.labelValues("late");
        foreign = heard.labelValues("foreign");
        probe = heard.labelValues("probe");
        byKind = Map.of("accepted", accepted, "dropped", dropped, "late", late, "foreign", foreign, "probe", probe);
    }

    /** Counts one; a kind that is not known counts nowhere. */
    void count(String kind) {
        CounterDataPoint counter = byKind.get(kind);
        if (counter != null) {
            counter.inc();
        }
    }

    long received() {
        return accepted.getLongValue() + dropped.getLongValue() + late.getLongValue();
    }

    long foreign() {
        return foreign.getLongValue();
    }
}
