package dev.punctual.api;

import org.jspecify.annotations.Nullable;

/**
 * What one call for many dead jobs did.
 *
 * @param replayed how many wait again
 * @param next the cursor of the next call; null where there are no more
 */
public record ReplayedView(int replayed, @Nullable String next) {}
