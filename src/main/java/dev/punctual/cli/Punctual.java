package dev.punctual.cli;

import dev.punctual.core.PunctualException;
import dev.punctual.core.StoreUnavailableException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** {@code scripts/punctual}: the command line of a running service. */
@Command(
        name = "punctual",
        description = "The command line of a running Punctual service.",
        mixinStandardHelpOptions = true,
        versionProvider = Punctual.Version.class,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "1:refused by the service or by Redis, or failed",
            "2:wrong usage",
            "3:the service or Redis cannot be reached"
        },
        scope = ScopeType.INHERIT)
public final class Punctual {

    private Punctual() {}

    /** Runs one command and ends with its exit code. */
    public static void main(String[] arguments) {
        // Log lines of libraries are not for the user of a command, and the start of Logback costs time.
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "WARN");
        Terminal terminal =
                new Terminal(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
        System.exit(commandLine(terminal, System.getenv()).execute(arguments));
    }

    static CommandLine commandLine(Terminal terminal, Map<String, String> environment) {
        CommandLine redis = new CommandLine(new RedisCommand(terminal, environment));
        CommandLine all = new CommandLine(new Punctual())
                .addSubcommand(new ScheduleCommand(terminal))
                .addSubcommand(new GetCommand(terminal))
                .addSubcommand(new CancelCommand(terminal))
                .addSubcommand(new RescheduleCommand(terminal))
                .addSubcommand(new FireCommand(terminal))
                .addSubcommand(new ListCommand(terminal))
                .addSubcommand(new FiresCommand(terminal))
                .addSubcommand(new WatchCommand(terminal, environment))
                .addSubcommand(new DeadCommand(terminal))
                .addSubcommand(new ReplayCommand(terminal))
                .addSubcommand(new RemoveCommand(terminal))
                .addSubcommand(new PauseCommand(terminal))
                .addSubcommand(new ResumeCommand(terminal))
                .addSubcommand(new StatsCommand(terminal))
                .addSubcommand(new ExportCommand(terminal))
                .addSubcommand(new ImportCommand(terminal))
                .addSubcommand(new CapacityCommand(terminal))
                .addSubcommand(new CompletionCommand(terminal))
                .addSubcommand(new DoctorCommand(terminal, environment))
                .addSubcommand(redis)
                .setOut(terminal.out())
                .setErr(terminal.err())
                // A payload may begin with @.
                .setExpandAtFiles(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setParameterExceptionHandler((wrong, words) -> misused(terminal, wrong))
                .setExecutionExceptionHandler((failure, line, parsed) -> failed(terminal, failure));
        // A word of a Redis command may begin with a hyphen.
        redis.setStopAtPositional(true);
        return all;
    }

    private static int misused(Terminal terminal, ParameterException wrong) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        terminal.complain(wrong.getMessage() + "; see scripts/" + command + " --help");
        return ExitCode.WRONG_USAGE;
    }

    private static int failed(Terminal terminal, Exception failure) {
        terminal.complain(
                failure instanceof PunctualException ? String.valueOf(failure.getMessage()) : failure.toString());
        if (failure instanceof FailedCallException call) {
            return call.exitCode();
        }
        return failure instanceof StoreUnavailableException ? ExitCode.UNREACHABLE : ExitCode.REFUSED;
    }

    /** The version of the jar that this class came in. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Punctual.class.getPackage().getImplementationVersion();
            return new String[] {"Punctual " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
