package dev.punctual.core;

/**
 * How often and how soon a job is tried again when its target refuses it.
 *
 * @param maxAttempts attempts in all, the first included, 1 to 1000
 * @param backoff the wait between them
 */
public record RetryPolicy(int maxAttempts, Backoff backoff) {

    /** Five attempts, {@link Backoff#DEFAULT}. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(5, Backoff.DEFAULT);

    /**
     * @throws InvalidJobException if the number of attempts is out of its range
     */
    public RetryPolicy {
        if (maxAttempts < 1 || maxAttempts > 1000) {
            throw new InvalidJobException("retry.maxAttempts", "must be from 1 to 1000");
        }
    }
}
