package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/** The root of all that Punctual throws on purpose. */
public class PunctualException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PunctualException(String message) {
        super(message);
    }

    public PunctualException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
