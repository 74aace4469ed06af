package dev.punctual.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.ServiceProcess;
import java.util.Arrays;
import java.util.List;

/** What a service tells of itself at this moment: stats, metrics, health, log. */
record Stats(ServiceProcess service) {

    private static final String NOTIFICATIONS = "punctual_notifications_total";

    JsonNode stats() {
        return service.http().get("/v1/stats").json();
    }

    String notificationState() {
        return stats().at("/notifications/state").asText();
    }

    long fast() {
        return stats().at("/fires/fast").asLong();
    }

    long swept(String cause) {
        return stats().at("/fires/bySweepCause/" + cause).asLong();
    }

    /** Notifications of foreign keys that were heard; asked without a call of Redis. */
    long foreign() {
        return (long) metric(NOTIFICATIONS, "kind=\"foreign\"");
    }

    /** Notifications of our own due keys that were heard; asked without a call of Redis. */
    long received() {
        return (long) (metric(NOTIFICATIONS, "kind=\"accepted\"")
                + metric(NOTIFICATIONS, "kind=\"dropped\"")
                + metric(NOTIFICATIONS, "kind=\"late\""));
    }

    /**
     * A metric's value, added up over the lines that fit.
     *
     * @param labels parts of the line, {@code path="fast"}
     */
    double metric(String name, String... labels) {
        List<String> lines = service.adminHttp()
                .get("/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Arrays.stream(labels).allMatch(line::contains))
                .toList();
        if (lines.isEmpty()) {
            throw new AssertionError("no metric " + name + Arrays.toString(labels));
        }
        return lines.stream()
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    boolean healthy(String check) {
        return service.adminHttp()
                .get("/healthcheck")
                .json()
                .at("/" + check + "/healthy")
                .asBoolean();
    }

    String healthMessage(String check) {
        return service.adminHttp()
                .get("/healthcheck")
                .json()
                .at("/" + check + "/message")
                .asText();
    }

    /** The lines of stack traces in a log. */
    static List<String> stackTraces(String log) {
        return log.lines()
                .filter(line -> line.startsWith("!") || line.stripLeading().startsWith("at "))
                .toList();
    }
}
