package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "List jobs by their due time.")
final class ListCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--state", paramLabel = "STATE", description = "scheduled, running, delivered, dead or cancelled.")
    @Nullable String state;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only of this queue.")
    @Nullable String queue;

    @Option(names = "--name", paramLabel = "NAME", description = "Only of this name.")
    @Nullable String name;

    @Mixin
    PageOptions page = new PageOptions();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    ListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServicePath path = ServicePath.of("/v1/jobs")
                .with("state", state)
                .with("queue", queue)
                .with("name", name);
        return shown.show(terminal, service.calls().call("GET", page.addTo(path)), ListCommand::lines);
    }

    static List<String> lines(JsonNode answer) {
        Table table = new Table("ID", "STATE", "DUE", "QUEUE", "NAME");
        for (JsonNode job : answer.path("items")) {
            table.row(
                    job.path("id").asText(),
                    job.path("state").asText(),
                    job.path("dueAt").asText(),
                    job.path("queue").asText(),
                    job.path("name").asText(""));
        }
        return PageOptions.lines(table, "no jobs", answer);
    }
}
