package dev.punctual.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param items what was found; may be empty although more follows
 * @param next the cursor of the next page; null where the list ends
 */
public record Page<T>(List<T> items, @Nullable String next) {}
