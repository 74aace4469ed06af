package dev.punctual.cli;

/** How a command ends. Stated in the help. */
final class ExitCode {

    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int WRONG_USAGE = 2;
    static final int UNREACHABLE = 3;

    private ExitCode() {}
}
