package dev.punctual.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "resume", description = "Resume a paused queue: what has waited fires now, in its order.")
final class ResumeCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    QueueArgument queue = new QueueArgument();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    ResumeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        service.calls().call("DELETE", queue.path("/pause"));
        terminal.line("queue " + queue.name + " is not paused: its jobs fire");
        return ExitCode.DONE;
    }
}
