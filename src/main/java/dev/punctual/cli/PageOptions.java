package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which part of a list is asked for. */
final class PageOptions {

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many at most, 1 to 1000; default: ${DEFAULT-VALUE}.")
    int limit = 20;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on where an earlier list ended.")
    @Nullable String cursor;

    ServicePath addTo(ServicePath path) {
        return path.with("limit", limit).with("cursor", cursor);
    }

    /** How to see what follows; nothing where the list has ended. */
    static List<String> rest(JsonNode answer) {
        return answer.path("next").isTextual()
                ? List.of("more follows: --cursor " + answer.path("next").asText())
                : List.of();
    }
}
