package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/**
 * What the doctor found at one place.
 *
 * @param id what was looked at, in words with hyphens; always the same
 * @param severity how much it matters
 * @param title the result in a few words
 * @param detail what was found
 * @param meaning what it means for jobs
 * @param fix how to mend it
 */
public record Finding(String id, Severity severity, String title, String detail, String meaning, Fix fix) {

    /** Nothing to be mended. */
    public static final Fix NO_FIX = new Fix(null, null);

    /**
     * The exact setting or command.
     *
     * @param selfManaged for a Redis of one's own; null where there is nothing to do
     * @param managed for a Redis that somebody else runs; null where there is nothing to do
     */
    public record Fix(@Nullable String selfManaged, @Nullable String managed) {}
}
