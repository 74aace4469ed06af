package dev.punctual.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a puller asks for.
 *
 * @param max how many jobs at most, 1 to {@link dev.punctual.core.PullLeases#MAX_JOBS}
 * @param patience how long to wait for the first job, 0 to {@link dev.punctual.core.PullLeases#MAX_WAIT}
 * @param lease how long the jobs shall belong to the puller; null for the lease of the queue
 */
public record PullRequest(int max, Duration patience, @Nullable Duration lease) {}
