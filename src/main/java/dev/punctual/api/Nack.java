package dev.punctual.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a puller says of a job that it could not do.
 *
 * @param delay when to try again; null for the wait that the job's retry rules ask for
 * @param reason in the puller's words, kept as the job's last error; null for none
 */
public record Nack(@Nullable Duration delay, @Nullable String reason) {}
