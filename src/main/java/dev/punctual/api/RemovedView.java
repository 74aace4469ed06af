package dev.punctual.api;

import org.jspecify.annotations.Nullable;

/**
 * What one call for many dead jobs did.
 *
 * @param removed how many are gone
 * @param next the cursor of the next call; null where there are no more
 */
public record RemovedView(int removed, @Nullable String next) {}
