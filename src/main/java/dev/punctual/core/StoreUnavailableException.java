package dev.punctual.core;

import org.jspecify.annotations.Nullable;

/** Redis did not take the command: nothing was changed, and nothing will be later. */
public final class StoreUnavailableException extends PunctualException {

    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
