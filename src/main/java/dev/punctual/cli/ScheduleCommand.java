package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "schedule", description = "Schedule a job.")
final class ScheduleCommand implements Callable<Integer> {

    private static final int CREATED = 201;

    private final Terminal terminal;

    @ArgGroup(multiplicity = "1")
    DueOptions due = new DueOptions();

    @Option(names = "--id", paramLabel = "ID", description = "The id of the job; without it one is generated.")
    @Nullable String id;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Where it goes when it is due; default: default.")
    @Nullable String queue;

    @Option(names = "--name", paramLabel = "NAME", description = "What is to be done, for the worker.")
    @Nullable String name;

    @Option(
            names = "--payload",
            paramLabel = "JSON",
            converter = JsonArgument.class,
            description = "Any JSON; it arrives as this very text.")
    @Nullable String payload;

    @Option(
            names = "--retry",
            paramLabel = "JSON",
            converter = JsonArgument.class,
            description =
                    "What follows a failure: {\"maxAttempts\":5,\"backoff\":{\"type\":\"fixed\",\"initial\":\"1s\"}}.")
    @Nullable String retry;

    @Option(
            names = "--deadline",
            paramLabel = "DURATION",
            description = "How long after its due time it may still be fired.")
    @Nullable String deadline;

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    ScheduleCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        JobBody body = new JobBody().text("id", id).text("queue", queue).text("name", name);
        due.addTo(body).json("payload", payload).json("retry", retry).text("deadline", deadline);
        ServiceCalls.Answer answer = service.calls().call("POST", ServicePath.of("/v1/jobs"), body);
        return shown.show(terminal, answer, job -> List.of(sentence(job, answer.status() == CREATED)));
    }

    private static String sentence(JsonNode job, boolean isNew) {
        return isNew
                ? JobText.sentence(job)
                : "nothing new: this very job was scheduled before; " + JobText.sentence(job);
    }
}
