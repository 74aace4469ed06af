package dev.punctual.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;

/** What a list was given for one fire. */
record Delivery(String id, long dueAtMillis, long firedAtMillis, long generation, String path) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static Delivery of(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            return new Delivery(
                    json.get("id").asText(),
                    Instant.parse(json.get("dueAt").asText()).toEpochMilli(),
                    Instant.parse(json.get("firedAt").asText()).toEpochMilli(),
                    json.get("generation").asLong(),
                    json.get("path").asText());
        } catch (JsonProcessingException e) {
            throw new AssertionError("not a delivery: " + text, e);
        }
    }

    long lagMillis() {
        return firedAtMillis - dueAtMillis;
    }
}
