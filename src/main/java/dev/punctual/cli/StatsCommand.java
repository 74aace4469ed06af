package dev.punctual.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "stats",
        description = "Show the state of the service: jobs, fires by path and cause, lag, notifications.")
final class StatsCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    StatsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return shown.show(terminal, service.calls().call("GET", ServicePath.of("/v1/stats")), StatsText::lines);
    }
}
