package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list, in the order of their due times.
 *
 * @param state only this state; null for all
 * @param queue only this queue; null for all
 * @param name only this name; null for all
 * @param limit at most so many, 1 to 1000
 * @param cursor where the last page ended; null for the first page
 */
public record JobQuery(
        @Nullable JobState state,
        @Nullable QueueName queue,
        @Nullable String name,
        int limit,
        @Nullable String cursor) {}
