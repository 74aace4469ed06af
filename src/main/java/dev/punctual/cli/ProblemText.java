package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.StringJoiner;

/** A refusal in one line, with each field at fault. */
final class ProblemText {

    private ProblemText() {}

    static String of(int status, String body) {
        JsonNode problem = Json.tree(body).filter(node -> node.has("title")).orElse(null);
        if (problem == null) {
            return "the answer was " + status + " without a reason; is that address Punctual's?";
        }
        StringJoiner line = new StringJoiner("; ");
        JsonNode errors = problem.path("errors");
        if (errors.isEmpty()) {
            line.add(problem.path("detail").asText());
        }
        for (JsonNode error : errors) {
            line.add(error.path("field").asText() + " " + error.path("message").asText());
        }
        return line + " (" + status + " " + problem.path("title").asText() + ")";
    }
}
