package dev.punctual.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "pause",
        description = "Pause a queue on all instances: its jobs wait, in their order, until it is resumed.")
final class PauseCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    QueueArgument queue = new QueueArgument();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    PauseCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        service.calls().call("PUT", queue.path("/pause"));
        terminal.line("queue " + queue.name + " is paused: its jobs wait until it is resumed");
        return ExitCode.DONE;
    }
}
