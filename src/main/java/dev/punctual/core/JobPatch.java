package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/**
 * Changes of a scheduled job.
 *
 * @param due the new due time, or null to keep it
 * @param name the new name
 * @param payload the new JSON text
 * @param retry the new retry rules; null takes those of the queue
 */
public record JobPatch(@Nullable Due due, Change<String> name, Change<String> payload, Change<RetryPolicy> retry) {}
