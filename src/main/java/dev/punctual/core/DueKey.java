package dev.punctual.core;

/**
 * Names the expiring key of one generation of a job. A notification carries exactly this; it is a hint, never the truth.
 *
 * @param id the job
 * @param generation the generation whose due time the key's TTL ends at
 */
public record DueKey(JobId id, Generation generation) {}
