package dev.punctual.redis;

import dev.punctual.core.JobQuery;

/**
 * The filter of a query as the scripts write it.
 *
 * @param queue the queue, or empty for all
 * @param name the name after {@code =}, or empty for all
 */
record JobFilter(String queue, String name) {

    static JobFilter of(JobQuery query) {
        return new JobFilter(
                query.queue() == null ? "" : query.queue().value(), query.name() == null ? "" : "=" + query.name());
    }

    boolean takes(String otherQueue, String otherName) {
        return (queue.isEmpty() || queue.equals(otherQueue)) && (name.isEmpty() || name.equals(otherName));
    }
}
