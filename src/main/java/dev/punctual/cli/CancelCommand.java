package dev.punctual.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "cancel", description = "Take a waiting job back: it will not start.")
final class CancelCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    JobIdArgument job = new JobIdArgument();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    CancelCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        service.calls().call("DELETE", job.path());
        terminal.line(job.id + " is cancelled: it will not start");
        return ExitCode.DONE;
    }
}
