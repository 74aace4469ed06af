package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
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

    /**
     * The table of a page, and how to see what follows it.
     *
     * @param none what is said instead where the page is empty
     */
    static List<String> lines(Table table, String none, JsonNode answer) {
        List<String> lines = new ArrayList<>(table.lines(none));
        if (answer.path("next").isTextual()) {
            lines.add("more follows: --cursor " + answer.path("next").asText());
        }
        return lines;
    }
}
