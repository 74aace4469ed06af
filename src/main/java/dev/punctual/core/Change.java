package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/**
 * What a merge patch says of one field: nothing, or a new value, which may be null.
 *
 * @param present whether the patch names the field
 * @param value the new value; null where the patch says so, and where it does not name the field
 */
public record Change<T>(boolean present, @Nullable T value) {

    /** The field stays as it is. */
    public static <T> Change<T> none() {
        return new Change<>(false, null);
    }

    /** The field becomes the value. */
    public static <T> Change<T> to(@Nullable T value) {
        return new Change<>(true, value);
    }
}
