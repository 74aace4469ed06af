package dev.punctual.core;

/** Asks Redis for all that the doctor judges. Changes nothing but a probe key of its own. Thread-safe. */
public interface RedisExaminer {

    /**
     * Blocks until the last answer; the waits for expiry and the search for orphans are bounded.
     *
     * @throws PunctualException if Redis does not answer
     */
    RedisFacts examine();
}
