package dev.punctual.cli;

import picocli.CommandLine.Option;

/** Whether a long command shows how far it has come. */
final class ProgressOption {

    @Option(
            names = "--progress",
            negatable = true,
            defaultValue = "${sys:punctual.progress:-false}",
            fallbackValue = "true",
            description =
                    "Show a progress bar on standard error, or not (--no-progress); default: shown on a terminal.")
    boolean shown;
}
