package dev.punctual.core;

/**
 * Queues that are paused: their jobs wait when they are due. Holds for all instances at once, and survives restarts. What is
 * running goes on. Thread-safe, idempotent.
 *
 * <p>Every method may throw {@link StoreUnavailableException} and {@link OutcomeUnknownException}.
 */
public interface Pauses {

    /** From its return on no job of the queue is fired. */
    void pause(QueueName queue);

    /** What waited meanwhile is fired now, in the order of due times. */
    void resume(QueueName queue);
}
