package dev.punctual.bench.kit;

/**
 * A job that reached a worker.
 *
 * @param id the job
 * @param atMicros when, in microseconds since the epoch
 */
public record Handled(String id, long atMicros) {}
