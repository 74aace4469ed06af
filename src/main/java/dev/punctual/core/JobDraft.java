package dev.punctual.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job as a client asked for it; checked, and not yet stored.
 *
 * @param id the id
 * @param queue the queue
 * @param name what the job is called by its consumers, or null
 * @param due when it should fire
 * @param payload the JSON text as sent, or null where there was none
 * @param retry its own retry rules, or null for those of its queue
 * @param deadline how long after its due time it may still start, or null for no limit
 * @param route what it says about its way to a target that is reached over HTTP
 */
public record JobDraft(
        JobId id,
        QueueName queue,
        @Nullable String name,
        Due due,
        @Nullable String payload,
        @Nullable RetryPolicy retry,
        @Nullable Duration deadline,
        Delivery.Route route) {

    /** A draft that says nothing about its way. */
    public JobDraft(
            JobId id,
            QueueName queue,
            @Nullable String name,
            Due due,
            @Nullable String payload,
            @Nullable RetryPolicy retry,
            @Nullable Duration deadline) {
        this(id, queue, name, due, payload, retry, deadline, Delivery.Route.PLAIN);
    }

    /** The same draft in a trace, or in none. */
    public JobDraft tracedBy(@Nullable String traceparent) {
        return new JobDraft(
                id, queue, name, due, payload, retry, deadline, new Delivery.Route(route.url(), traceparent));
    }
}
