package dev.punctual.cli;

import dev.punctual.core.Severity;

/** How a command ends. Stated in the help. */
final class ExitCode {

    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int WRONG_USAGE = 2;
    static final int UNREACHABLE = 3;
    static final int WARNING = 4;
    static final int CRITICAL = 5;

    private ExitCode() {}

    /** Of a diagnosis. */
    static int of(Severity worst) {
        return switch (worst) {
            case OK, INFO -> DONE;
            case WARNING -> WARNING;
            case CRITICAL -> CRITICAL;
        };
    }
}
