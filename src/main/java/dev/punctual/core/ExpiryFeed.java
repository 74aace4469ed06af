package dev.punctual.core;

import java.time.Instant;

/**
 * The notifications of Redis. At most once: what is published while nobody listens is gone. Reconnects and subscribes
 * again by itself.
 */
public interface ExpiryFeed {

    /** Who is told. The calls come on a thread that must not block. */
    interface Listener {
        /** A due key of ours has expired. */
        void expired(DueKey key);

        /** The subscription stands, for the first time or again: whatever came before is not known. */
        void listening();

        /** The subscription is gone. */
        void deaf();

        /**
         * A job became the earliest of the schedule.
         *
         * @param due its due time
         */
        void earliest(Instant due);

        /** An instance has begun or ceased to listen. */
        void instancesChanged();

        /**
         * Jobs of a queue are parked that may be claimed by whoever has capacity: the first one was parked, or the queue was
         * resumed.
         */
        void parked(QueueName queue);
    }

    /** Begins to listen; returns at once. */
    void start(Listener listener);
}
