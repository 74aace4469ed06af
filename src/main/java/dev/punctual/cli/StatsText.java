package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** The state of the service in plain words. */
final class StatsText {

    private StatsText() {}

    static List<String> lines(JsonNode stats) {
        List<String> lines = new ArrayList<>();
        JsonNode jobs = stats.path("jobs");
        add(lines, "jobs", numbers(jobs, "scheduled", "overdue", "running", "dead"));
        if (jobs.path("parked").asLong() > 0) {
            add(
                    lines,
                    "parked",
                    jobs.path("parked").asText() + ", which wait for their queue, the oldest for "
                            + SpanText.of(jobs.path("oldestParkedMs").asLong()));
        }
        if (jobs.path("overdue").asLong() > 0) {
            add(lines, "oldest", SpanText.of(jobs.path("oldestOverdueMs").asLong()) + " overdue");
        }
        JsonNode fires = stats.path("fires");
        add(lines, "fires", numbers(fires, "fast", "sweep") + causes(fires.path("bySweepCause")));
        for (Map.Entry<String, JsonNode> lag : stats.path("lagMs").properties()) {
            add(lines, lag.getKey() + " lag", lag(lag.getValue()));
        }
        JsonNode notifications = stats.path("notifications");
        add(
                lines,
                "notified",
                notifications.path("state").asText() + probe(notifications.path("probeLagMs")) + ", "
                        + numbers(notifications, "received", "foreign"));
        JsonNode nudge = stats.path("nudge");
        add(lines, "nudge", (nudge.path("enabled").asBoolean() ? "on" : "off") + ", " + numbers(nudge, "sent"));
        JsonNode redis = stats.path("redis");
        add(
                lines,
                "redis",
                redis.path("version").asText() + " " + redis.path("mode").asText() + ", latency "
                        + millis(redis.path("latencyMs")) + ", clock skew " + millis(redis.path("clockSkewMs")));
        for (JsonNode instance : stats.path("instances")) {
            add(
                    lines,
                    "instance",
                    instance.path("name").asText() + ", seen "
                            + instance.path("seenAt").asText());
        }
        return lines;
    }

    private static String numbers(JsonNode node, String... names) {
        StringJoiner numbers = new StringJoiner(", ");
        for (String name : names) {
            numbers.add(node.path(name).asText() + " " + name);
        }
        return numbers.toString();
    }

    private static String causes(JsonNode causes) {
        StringJoiner some = new StringJoiner(", ", " (", ")").setEmptyValue("");
        for (Map.Entry<String, JsonNode> cause : causes.properties()) {
            if (cause.getValue().asLong() > 0) {
                some.add(cause.getValue().asText() + " " + cause.getKey());
            }
        }
        return some.toString();
    }

    private static String lag(JsonNode lag) {
        return lag.path("count").asLong() == 0
                ? "nothing measured by this instance"
                : "p50 " + millis(lag.path("p50")) + ", p99 " + millis(lag.path("p99")) + ", max "
                        + millis(lag.path("max")) + " over " + lag.path("count").asText() + " of this instance";
    }

    private static String probe(JsonNode lag) {
        return lag.isNumber() ? " (probe after " + millis(lag) + ")" : "";
    }

    private static String millis(JsonNode value) {
        return String.format(Locale.ROOT, "%.1f ms", value.asDouble());
    }

    private static void add(List<String> lines, String label, String value) {
        lines.add("%-9s  %s".formatted(label, value));
    }
}
