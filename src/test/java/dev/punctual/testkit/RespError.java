package dev.punctual.testkit;

/** Redis answered with an error; the message is the whole line, its code first. */
public final class RespError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RespError(String line) {
        super(line);
    }
}
