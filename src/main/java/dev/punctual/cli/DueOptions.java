package dev.punctual.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a job is due: one of two ways to say it. */
final class DueOptions {

    @Option(
            names = "--delay",
            paramLabel = "DURATION",
            description = "From now on, by the clock of Redis: 1500ms, 30s, 10m, 2h, 7d or PT30M.")
    @Nullable String delay;

    @Option(names = "--at", paramLabel = "INSTANT", description = "At an instant: 2030-01-31T09:00:00+01:00.")
    @Nullable String at;

    JobBody addTo(JobBody body) {
        return body.text("delay", delay).text("at", at);
    }
}
