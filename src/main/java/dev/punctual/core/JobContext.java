package dev.punctual.core;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts a job and its queue into the log lines of this thread until it is closed:
 *
 * <pre>{@code
 * try (JobContext ignored = JobContext.of(job, queue)) {
 *     LOG.warn("...");
 * }
 * }</pre>
 */
public final class JobContext implements AutoCloseable {

    /** The key of the job's id in the MDC. */
    public static final String JOB = "job";

    /** The key of the queue in the MDC. */
    public static final String QUEUE = "queue";

    private final @Nullable String jobBefore;
    private final @Nullable String queueBefore;

    private JobContext(@Nullable JobId job, @Nullable QueueName queue) {
        this.jobBefore = MDC.get(JOB);
        this.queueBefore = MDC.get(QUEUE);
        put(JOB, job == null ? null : job.value());
        put(QUEUE, queue == null ? null : queue.value());
    }

    /**
     * Until it is closed on the same thread.
     *
     * @param job null where the lines speak of a queue alone
     * @param queue null where it is not known
     */
    public static JobContext of(@Nullable JobId job, @Nullable QueueName queue) {
        return new JobContext(job, queue);
    }

    private static void put(String key, @Nullable String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }

    /** What was there before is there again. */
    @Override
    public void close() {
        put(JOB, jobBefore);
        put(QUEUE, queueBefore);
    }
}
