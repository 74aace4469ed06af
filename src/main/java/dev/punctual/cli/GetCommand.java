package dev.punctual.cli;

import dev.punctual.core.SystemClock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "get",
        description =
                "Show a job: its state, when it is due, how late it fired, by which path and why, and what happened.")
final class GetCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    JobIdArgument job = new JobIdArgument();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    GetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServiceCalls.Answer answer = service.calls().call("GET", job.path());
        String payload = shown.json ? "" : Json.member(answer.body(), "payload").orElse("");
        return shown.show(terminal, answer, found -> JobText.lines(found, payload, SystemClock.millis()));
    }
}
