package dev.punctual.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "remove", description = "Remove dead jobs for good; their ids are free again.")
final class RemoveCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    DeadSelection selection = new DeadSelection();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    RemoveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServiceCalls calls = service.calls();
        if (selection.isOne()) {
            calls.call("DELETE", ServicePath.dead(selection.one()));
            return shown.count(terminal, "removed", 1, "dead job is removed");
        }
        long count = DeadSelection.all("removed", cursor -> calls.call(
                        "DELETE",
                        ServicePath.of("/v1/dead")
                                .with("queue", selection.queue)
                                .with("limit", 1000)
                                .with("reason", selection.reason)
                                .with("cursor", cursor))
                .tree());
        return shown.count(terminal, "removed", count, "dead jobs are removed");
    }
}
