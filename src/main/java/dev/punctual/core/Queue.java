package dev.punctual.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one queue.
 *
 * @param name its name
 * @param target where its jobs go
 * @param retry the retry rules of jobs that bring none
 * @param deadline how long after its due time a job that says nothing of it may still start; null for no limit
 */
public record Queue(QueueName name, Target target, RetryPolicy retry, @Nullable Duration deadline) {}
