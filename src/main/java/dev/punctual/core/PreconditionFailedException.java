package dev.punctual.core;

/** {@code If-Match} or {@code If-None-Match} does not hold; nothing was changed. */
public final class PreconditionFailedException extends PunctualException {

    private static final long serialVersionUID = 1L;

    public PreconditionFailedException(JobId id, String message) {
        super("job '" + id + "' " + message);
    }
}
