package dev.punctual.redis;

import dev.punctual.core.PunctualException;

/** The keys of the namespace were written by a version that this one does not understand. */
public final class UnknownLayoutException extends PunctualException {

    private static final long serialVersionUID = 1L;

    UnknownLayoutException(String message) {
        super(message);
    }
}
