package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.api.InstantText;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A job in plain words. */
final class JobText {

    private static final int LONGEST_PAYLOAD = 400;

    private JobText() {}

    /** One line. */
    static String sentence(JsonNode job) {
        return job.path("id").asText() + " is " + job.path("state").asText() + ", due "
                + job.path("dueAt").asText() + ", queue " + job.path("queue").asText();
    }

    /** All that is known about it. */
    static List<String> lines(JsonNode job, String payload, long nowMillis) {
        List<String> lines = new ArrayList<>();
        lines.add(job.path("id").asText() + " is " + job.path("state").asText());
        add(lines, "due", due(job.path("dueAt").asText(), nowMillis));
        add(lines, "queue", job.path("queue").asText());
        addGiven(lines, "name", job.path("name"));
        if (!payload.isEmpty() && !payload.equals("null")) {
            add(lines, "payload", shortened(payload));
        }
        addGiven(lines, "deadline", job.path("deadline"));
        if (job.path("retry").isObject()) {
            add(lines, "retry", job.path("retry").toString());
        }
        add(lines, "generation", job.path("generation").asText());
        JsonNode fire = job.path("lastFire");
        if (fire.isObject()) {
            add(lines, "fired", fire.path("firedAt").asText() + ", " + FireText.sentence(fire));
            add(
                    lines,
                    "outcome",
                    fire.path("outcome").asText() + ", attempt "
                            + fire.path("attempt").asText() + ", by instance "
                            + fire.path("instance").asText());
        }
        addGiven(lines, "last error", job.path("lastError"));
        lines.add("timeline");
        lines.addAll(timeline(job.path("timeline")));
        return lines;
    }

    private static String due(String at, long nowMillis) {
        long dueMillis = InstantText.parse(at).toEpochMilli();
        return at + " (" + SpanText.between(nowMillis, dueMillis) + " by the clock of this machine)";
    }

    private static String shortened(String payload) {
        int length = payload.codePointCount(0, payload.length());
        return length <= LONGEST_PAYLOAD
                ? payload
                : payload.substring(0, payload.offsetByCodePoints(0, LONGEST_PAYLOAD)) + "… (" + length
                        + " characters; --json shows all)";
    }

    private static List<String> timeline(JsonNode events) {
        List<String> lines = new ArrayList<>();
        for (JsonNode event : events) {
            StringJoiner details = new StringJoiner(", ");
            details.add("generation " + event.path("generation").asText());
            if (event.path("attempt").isNumber()) {
                details.add("attempt " + event.path("attempt").asText());
            }
            if (event.path("path").isTextual()) {
                details.add(event.path("path").asText() + " path");
            }
            for (String more : List.of("cause", "instance", "detail")) {
                if (event.path(more).isTextual()) {
                    details.add(event.path(more).asText());
                }
            }
            lines.add("  %s  %-14s  %s"
                    .formatted(event.path("at").asText(), event.path("event").asText(), details));
        }
        return lines;
    }

    private static void addGiven(List<String> lines, String label, JsonNode value) {
        if (value.isTextual()) {
            add(lines, label, value.asText());
        }
    }

    private static void add(List<String> lines, String label, String value) {
        lines.add("  %-10s  %s".formatted(label, value));
    }
}
