package dev.punctual.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "replay", description = "Let dead jobs wait again, due now and with all their attempts.")
final class ReplayCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    DeadSelection selection = new DeadSelection();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    ReplayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServiceCalls calls = service.calls();
        if (selection.isOne()) {
            ServicePath path = ServicePath.job(selection.one(), "/replay");
            return shown.show(terminal, calls.call("POST", path), job -> List.of(JobText.sentence(job)));
        }
        ServicePath path = ServicePath.of("/v1/dead/replay");
        long count = DeadSelection.all("replayed", cursor -> calls.call(
                        "POST",
                        path,
                        new JobBody()
                                .json("limit", "1000")
                                .text("queue", selection.queue)
                                .text("reason", selection.reason)
                                .text("cursor", cursor))
                .tree());
        return shown.count(terminal, "replayed", count, "dead jobs are waiting again");
    }
}
