package dev.punctual.cli;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Answers how much Redis a load needs, from what {@link Capacity} knows. Asks no service. */
@Command(
        name = "capacity",
        description = {
            "Tell how much memory and processor time Redis needs for a load. No service is asked.",
            "The constants are measured, see the page 'performance' of the manual; leave room for what else the Redis does."
        })
final class CapacityCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    @Nullable CommandSpec spec;

    @Option(names = "--jobs", required = true, paramLabel = "N", description = "Jobs that wait at the same time.")
    long jobs;

    @Option(
            names = "--payload",
            defaultValue = "200",
            paramLabel = "BYTES",
            description = "Bytes of a payload on average, its name included; default 200.")
    long payloadBytes;

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description = "Jobs that fire in a second; default 0.")
    long perSecond;

    @Option(
            names = "--finished",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Finished jobs that are kept, as retention.count says; default 10000.")
    long finished;

    @Option(
            names = "--fires",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Fire records that are kept, as retention.fires says; default 10000.")
    long fires;

    CapacityCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        for (long number : new long[] {jobs, payloadBytes, perSecond, finished, fires}) {
            if (number < 0 || number > Capacity.MOST) {
                throw new ParameterException(
                        Objects.requireNonNull(spec).commandLine(),
                        "numbers must be from 0 to " + Capacity.MOST + ", not " + number);
            }
        }
        Capacity need = new Capacity(jobs, payloadBytes, perSecond, finished, fires);
        Table memory = new Table("memory of Redis", "", "formula");
        memory.row("waiting jobs", size(need.waitingBytes()), jobs + " x (" + Capacity.WAITING_BYTES + " + payload)");
        memory.row(
                "finished jobs",
                size(need.finishedBytes()),
                finished + " x (" + Capacity.FINISHED_BYTES + " + payload)");
        memory.row("fire records", size(need.fireBytes()), fires + " x " + Capacity.FIRE_BYTES);
        memory.row("together", size(need.bytes()), "set maxmemory to twice as much, for a save that copies pages");
        terminal.lines(memory.lines(""));
        terminal.line("");
        terminal.line(String.format(
                Locale.ROOT,
                "processor of Redis, %d fires/s: %.0f %% of a core where they fire one by one, %.0f %% where many are due at"
                        + " once",
                perSecond,
                need.percentOneByOne(),
                need.percentTogether()));
        return ExitCode.DONE;
    }

    private static String size(long bytes) {
        return bytes < 10_000_000_000L
                ? String.format(Locale.ROOT, "%.0f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }
}
