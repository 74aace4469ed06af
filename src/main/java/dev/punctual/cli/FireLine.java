package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** A fire in one line: when, path, cause, lag, outcome, and which job. */
final class FireLine {

    /** The colours that the dashboard has too, as near as a terminal of 256 colours comes. */
    private static final Map<String, Integer> COLOURS = Map.of(
            "fast", 32,
            "late", 214,
            "lost", 166,
            "saturated", 175,
            "catch_up", 36,
            "lease_lapsed", 227);

    private FireLine() {}

    static String of(JsonNode fire, boolean coloured) {
        String path = fire.path("path").asText();
        String cause = fire.path("cause").asText("");
        String why = "%-5s %-12s".formatted(Visible.line(path), Visible.line(cause));
        String name = fire.path("name").asText("");
        return Visible.line(fire.path("firedAt").asText())
                + "  "
                + (coloured ? coloured(why, cause.isEmpty() ? path : cause) : why)
                + "  "
                + "%8s".formatted(SpanText.of(fire.path("lagMs").asLong()))
                + "  "
                + Visible.line("%-9s  %s  %s"
                        .formatted(
                                fire.path("outcome").asText(),
                                fire.path("queue").asText(),
                                fire.path("id").asText()))
                + (name.isEmpty() ? "" : "  " + Visible.line(name));
    }

    private static String coloured(String text, String word) {
        Integer colour = COLOURS.get(word);
        return colour == null ? text : "\u001b[38;5;" + colour + "m" + text + "\u001b[0m";
    }
}
