package dev.punctual.cli;

import dev.punctual.core.PunctualException;
import org.jspecify.annotations.Nullable;

/** A call that came to nothing: one line that says why, and the exit code. */
final class FailedCallException extends PunctualException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    FailedCallException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
