package dev.punctual.redis;

import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.time.Duration;
import java.util.Map;

/** Queues of every kind of target. */
final class Outlets {

    static final Duration LEASE = Duration.ofSeconds(30);

    private Outlets() {}

    static Queue leased(String name) {
        return leased(name, RetryPolicy.DEFAULT);
    }

    static Queue leased(String name, RetryPolicy retry) {
        return new Queue(new QueueName(name), new Target.Pull(LEASE), retry, null);
    }

    static Queue to(String name, Target target) {
        return new Queue(new QueueName(name), target, RetryPolicy.DEFAULT, null);
    }

    static Map<QueueName, Integer> places(String queue, int places) {
        return Map.of(new QueueName(queue), places);
    }
}
