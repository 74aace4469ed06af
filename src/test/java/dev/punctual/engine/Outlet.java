package dev.punctual.engine;

import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queues and dispatchers of tests. */
final class Outlet {

    private Outlet() {}

    static Queues queues(Queue... named) {
        return new Queues(
                Stream.of(named).collect(Collectors.toMap(Queue::name, one -> one)),
                false,
                name -> new Queue(name, new Target.RedisList("unused"), RetryPolicy.DEFAULT, null));
    }

    static Queue queue(String name, Target target) {
        return new Queue(new QueueName(name), target, RetryPolicy.DEFAULT, null);
    }

    /** Claims of an instance that has no leased queue. */
    static Claims claims(ScriptedDueStore store) {
        return new Claims(store, dispatcher(new ScriptedLeaseStore()));
    }

    static Dispatcher dispatcher(ScriptedLeaseStore leases, Queue... queues) {
        return new Dispatcher(leases, queues(queues), Duration.ofHours(1), new RecordingTelemetry());
    }

    static Engine.Outlets none() {
        return new Engine.Outlets(new ScriptedLeaseStore(), queues(), Map.of());
    }
}
