package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/** Redis was sent the command and did not answer in time: it may have been carried out. Reading the job tells. */
public final class OutcomeUnknownException extends PunctualException {

    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
