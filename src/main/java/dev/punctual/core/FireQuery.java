package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/**
 * Which fire records to list, newest first.
 *
 * @param queue only this queue; null for all
 * @param path only this path; null for both
 * @param limit at most so many, 1 to 1000
 * @param cursor where the last page ended; null for the first page
 */
public record FireQuery(@Nullable QueueName queue, @Nullable FirePath path, int limit, @Nullable String cursor) {}
