package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "fires", description = "List what was fired, newest first: how late, by which path, and why.")
final class FiresCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only of this queue.")
    @Nullable String queue;

    @Option(names = "--path", paramLabel = "PATH", description = "Only by this path: fast or sweep.")
    @Nullable String path;

    @Mixin
    PageOptions page = new PageOptions();

    @Mixin
    ShownAnswer shown = new ShownAnswer();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    FiresCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServicePath fires = ServicePath.of("/v1/fires").with("queue", queue).with("path", path);
        return shown.show(terminal, service.calls().call("GET", page.addTo(fires)), FiresCommand::lines);
    }

    static List<String> lines(JsonNode answer) {
        Table table = new Table("FIRED", "LAG", "PATH", "CAUSE", "OUTCOME", "QUEUE", "ID", "NAME");
        for (JsonNode fire : answer.path("items")) {
            table.row(
                    fire.path("firedAt").asText(),
                    fire.path("lagMs").asText() + " ms",
                    fire.path("path").asText(),
                    fire.path("cause").asText(""),
                    fire.path("outcome").asText(),
                    fire.path("queue").asText(),
                    fire.path("id").asText(),
                    fire.path("name").asText(""));
        }
        return PageOptions.lines(table, "nothing was fired", answer);
    }
}
