package dev.punctual.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "fire", description = "Fire a waiting job now.")
final class FireCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    JobIdArgument job = new JobIdArgument();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    FireCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServicePath path = ServicePath.job(job.id, "/fire");
        ServiceCalls.Answer answer = service.calls().call("POST", path);
        return shown.show(terminal, answer, fired -> List.of(JobText.sentence(fired)));
    }
}
