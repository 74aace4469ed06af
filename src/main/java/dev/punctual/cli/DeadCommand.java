package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "dead", description = "List dead jobs with the reason of each; replay or remove them.")
final class DeadCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only of this queue.")
    @Nullable String queue;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only those whose reason begins so.")
    @Nullable String reason;

    @Mixin
    PageOptions page = new PageOptions();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    DeadCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServicePath path = ServicePath.of("/v1/dead").with("queue", queue).with("reason", reason);
        return shown.show(terminal, service.calls().call("GET", page.addTo(path)), DeadCommand::lines);
    }

    static List<String> lines(JsonNode answer) {
        Table table = new Table("ID", "DIED", "ATTEMPTS", "QUEUE", "NAME", "REASON");
        for (JsonNode job : answer.path("items")) {
            table.row(
                    job.path("id").asText(),
                    job.path("updatedAt").asText(),
                    job.path("attempt").asText(),
                    job.path("queue").asText(),
                    job.path("name").asText(""),
                    job.path("lastError").asText(""));
        }
        return PageOptions.lines(table, "no dead jobs", answer);
    }
}
