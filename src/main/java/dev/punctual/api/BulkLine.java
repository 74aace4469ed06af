package dev.punctual.api;

/**
 * The answer to one line that was taken.
 *
 * @param status 201, or 200 where that id was posted with the same content before
 * @param id the job
 */
public record BulkLine(int status, String id) {}
