package dev.punctual.api;

/**
 * A lease in an answer.
 *
 * @param leaseEndsAt when the job is taken back, by Redis's clock
 */
public record LeaseView(String leaseToken, String leaseEndsAt) {}
