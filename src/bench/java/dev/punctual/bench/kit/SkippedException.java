package dev.punctual.bench.kit;

/** A measure cannot be taken here; the message is the reason. */
public final class SkippedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SkippedException(String reason) {
        super(reason);
    }
}
