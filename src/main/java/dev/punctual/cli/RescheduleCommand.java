package dev.punctual.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "reschedule", description = "Give a waiting job another due time.")
final class RescheduleCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    JobIdArgument job = new JobIdArgument();

    @ArgGroup(multiplicity = "1")
    DueOptions due = new DueOptions();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    RescheduleCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServiceCalls.Answer answer = service.calls().call("PATCH", job.path(), due.addTo(new JobBody()));
        return shown.show(terminal, answer, changed -> List.of(JobText.sentence(changed)));
    }
}
