package dev.punctual.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stands in Redis.
 *
 * @param content what the client asked for
 * @param state where it is in its life
 * @param dueAt its due time; that of the next attempt while it waits for one
 * @param createdAt when this life began, by Redis's clock
 * @param updatedAt the last change, by Redis's clock
 * @param generation its generation
 * @param history attempts and events
 */
public record Job(
        Content content,
        JobState state,
        Instant dueAt,
        Instant createdAt,
        Instant updatedAt,
        Generation generation,
        History history) {

    /**
     * @param delay the delay as it was asked for; null where the due time was an instant
     * @param payload the JSON text as sent; null where there was none
     * @param retry its own retry rules; null where those of its queue hold
     * @param deadline how long after its due time it may still start; null for no limit
     * @param route what it says about its way to a target that is reached over HTTP
     */
    public record Content(
            JobId id,
            QueueName queue,
            @Nullable String name,
            @Nullable Duration delay,
            @Nullable String payload,
            @Nullable RetryPolicy retry,
            @Nullable Duration deadline,
            Delivery.Route route) {

        /** What says nothing about its way. */
        public Content(
                JobId id,
                QueueName queue,
                @Nullable String name,
                @Nullable Duration delay,
                @Nullable String payload,
                @Nullable RetryPolicy retry,
                @Nullable Duration deadline) {
            this(id, queue, name, delay, payload, retry, deadline, Delivery.Route.PLAIN);
        }
    }

    /**
     * @param attempts attempts made so far in this life
     * @param lastFire null where it never fired
     * @param lastError null where nothing failed
     * @param timeline oldest first, bounded
     */
    public record History(
            int attempts, @Nullable Fire lastFire, @Nullable String lastError, List<TimelineEvent> timeline) {}

    /** The same job with another timeline. */
    Job withTimeline(List<TimelineEvent> timeline) {
        History told = new History(history.attempts, history.lastFire, history.lastError, List.copyOf(timeline));
        return new Job(content, state, dueAt, createdAt, updatedAt, generation, told);
    }

    public JobId id() {
        return content.id();
    }
}
