package dev.punctual.targets;

import dev.punctual.core.PunctualException;

/** A URL that a job brought, or an address behind it, that the settings do not allow. Nothing was sent. */
final class RefusedUrlException extends PunctualException {

    private static final long serialVersionUID = 1L;

    RefusedUrlException(String message) {
        super(message);
    }
}
