package dev.punctual.observe;

import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.SweepCause;
import dev.punctual.core.Target;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts fires by path, cause and queue, and deliveries by target and outcome. Counters of a queue are looked up once and
 * kept, so that counting allocates nothing. Thread-safe.
 */
final class FireCounters {

    /** So many queues have a label of their own; the fires of all others are counted together. */
    static final int QUEUES_MAX = 200;

    /** The label of the queues beyond {@link #QUEUES_MAX}. */
    static final String OTHER = "other";

    /** The cause of the fast path, which has none; Prometheus takes an empty label for no label. */
    static final String NO_CAUSE = "none";

    /** What becomes of a job within the claim. The attempts of leased targets are counted as they end. */
    private static final Set<FireOutcome> WITHIN_CLAIM =
            EnumSet.of(FireOutcome.DELIVERED, FireOutcome.RETRY, FireOutcome.DEAD);

    /** What else becomes of the attempts of leased targets. */
    private static final List<String> LEASED_TOO =
            List.of(LeaseEnd.Outcome.RELEASED.word(), LeaseEnd.Outcome.LOST.word(), FireOutcome.LAPSED.word());

    private static final String DEFAULT_TARGET = "list";

    private final Counter fires;
    private final Counter deliveries;
    private final Queues queues;
    private final Map<QueueName, OfQueue> byQueue = new ConcurrentHashMap<>();
    private final OfQueue others;

    FireCounters(PrometheusRegistry registry, Queues queues) {
        this.queues = queues;
        this.fires = Counter.builder()
                .name("punctual_fires_total")
                .help("Fires of this instance. The cause of the fast path is 'none'; the queue is 'other' beyond "
                        + QUEUES_MAX
                        + " queues.")
                .labelNames("path", "cause", "queue")
                .register(registry);
        this.deliveries = Counter.builder()
                .name("punctual_deliveries_total")
                .help("Attempts at a target, by what became of them.")
                .labelNames("target", "outcome")
                .register(registry);
        this.others = new OfQueue(OTHER, DEFAULT_TARGET);
        queues.named().forEach(queue -> {
            OfQueue counters = of(queue.name());
            if (queue.target() instanceof Target.Leased leased) {
                counters.leased(leased.word());
            }
        });
    }

    void count(Fire fire) {
        of(fire.job().queue()).count(fire);
    }

    void delivered(QueueName queue, String outcome) {
        deliveries.labelValues(targetOf(queue), outcome).inc();
    }

    private OfQueue of(QueueName queue) {
        OfQueue counters = byQueue.get(queue);
        return counters != null ? counters : admit(queue);
    }

    private synchronized OfQueue admit(QueueName queue) {
        return byQueue.size() < QUEUES_MAX
                ? byQueue.computeIfAbsent(queue, name -> new OfQueue(name.value(), targetOf(name)))
                : others;
    }

    private String targetOf(QueueName queue) {
        return queues.find(queue).map(known -> known.target().word()).orElse(DEFAULT_TARGET);
    }

    /** The counters of one queue; all of them from the start, so that a rate sees the first fire. */
    private final class OfQueue {
        private final CounterDataPoint fast;
        private final Map<SweepCause, CounterDataPoint> swept = new EnumMap<>(SweepCause.class);
        private final Map<FireOutcome, CounterDataPoint> delivered = new EnumMap<>(FireOutcome.class);

        OfQueue(String label, String target) {
            fast = fires.labelValues(FirePath.FAST.word(), NO_CAUSE, label);
            for (SweepCause cause : SweepCause.values()) {
                swept.put(cause, fires.labelValues(FirePath.SWEEP.word(), cause.word(), label));
            }
            for (FireOutcome outcome : WITHIN_CLAIM) {
                delivered.put(outcome, deliveries.labelValues(target, outcome.word()));
            }
        }

        /** The attempts of a leased target can end in more ways. */
        void leased(String target) {
            LEASED_TOO.forEach(outcome -> deliveries.labelValues(target, outcome));
        }

        void count(Fire fire) {
            CounterDataPoint fired = fire.path() == FirePath.FAST ? fast : swept.get(fire.cause());
            if (fired != null) {
                fired.inc();
            }
            CounterDataPoint delivery = delivered.get(fire.outcome());
            if (delivery != null) {
                delivery.inc();
            }
        }
    }
}
