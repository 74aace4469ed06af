package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** How an answer is shown: in words, or as the service gave it. */
final class ShownAnswer {

    @Option(names = "--json", description = "Print the answer of the service as it is, instead of words.")
    boolean json;

    int show(Terminal terminal, ServiceCalls.Answer answer, Function<JsonNode, List<String>> words) {
        if (json) {
            terminal.json(answer.body());
        } else {
            terminal.lines(words.apply(answer.tree()));
        }
        return ExitCode.DONE;
    }

    /** Shows how many there were, after as many calls as that took. */
    int count(Terminal terminal, String member, long count, String words) {
        if (json) {
            terminal.json("{\"" + member + "\":" + count + "}");
        } else {
            terminal.line(count + " " + words);
        }
        return ExitCode.DONE;
    }
}
