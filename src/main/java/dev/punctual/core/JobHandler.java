package dev.punctual.core;

/**
 * Does the work of a queue inside this JVM. Registered by queue before the start by whoever embeds Punctual. Called on a
 * thread of its own, for several jobs at a time; the lease is renewed until it returns.
 */
@FunctionalInterface
public interface JobHandler {

    /**
     * Works on one job. When it returns, the job is delivered.
     *
     * @param delivery the job; {@link Delivery#body} is the JSON that every target gets
     * @throws UnretriableException if no other attempt would help: the job is dead
     * @throws Exception if the attempt failed: the job is tried again by its retry rules
     */
    void handle(Delivery delivery) throws Exception;
}
