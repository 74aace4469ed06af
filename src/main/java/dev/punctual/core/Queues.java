package dev.punctual.core;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The queues that are known by name, and what happens to the others. Immutable.
 */
public final class Queues {

    private final Map<QueueName, Queue> named;
    private final boolean rejectUnknown;
    private final Function<QueueName, Queue> unnamed;

    /**
     * @param named the queues of the configuration
     * @param rejectUnknown whether a job for any other queue is refused
     * @param unnamed makes the rules of any other queue
     */
    public Queues(Map<QueueName, Queue> named, boolean rejectUnknown, Function<QueueName, Queue> unnamed) {
        this.named = Map.copyOf(named);
        this.rejectUnknown = rejectUnknown;
        this.unnamed = unnamed;
    }

    /** The queues of the configuration, in no order. */
    public Collection<Queue> named() {
        return named.values();
    }

    /** The rules of a queue; empty where an unknown queue is refused. */
    public Optional<Queue> find(QueueName name) {
        Queue queue = named.get(name);
        if (queue != null) {
            return Optional.of(queue);
        }
        return rejectUnknown ? Optional.empty() : Optional.of(unnamed.apply(name));
    }
}
