package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** A fire in plain words: how late, by which path, and why. */
final class FireText {

    private FireText() {}

    static String sentence(JsonNode fire) {
        String path = fire.path("path").asText();
        String cause = fire.path("cause").asText();
        return SpanText.of(fire.path("lagMs").asLong()) + " after it was due, by the " + path + " path: "
                + (fire.path("cause").isTextual() ? reason(cause) + " (" + cause + ")" : "a notification led to it");
    }

    private static String reason(String cause) {
        return switch (cause) {
            case "late" -> "the notification came after the sweep";
            case "lost" -> "the notification never came";
            case "saturated" -> "the notification came while no capacity was free";
            case "catch_up" -> "it was overdue when the service started or reconnected";
            case "lease_lapsed" -> "the lease of its claimer ended before the work did";
            default -> "for a cause that this version does not know";
        };
    }
}
