package dev.punctual.bench.punctual;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.bench.kit.Handled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * An item of the list as a worker took it.
 *
 * @param item the JSON of the fire
 * @param atMicros when it was taken, in microseconds since the epoch
 */
record Delivery(byte[] item, long atMicros) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What is in the item.
     *
     * @param id the job
     * @param dueAtMillis its due time
     * @param firedAtMillis when it fired
     * @param fast whether a notification led to it
     */
    record Fired(String id, long dueAtMillis, long firedAtMillis, boolean fast) {}

    Fired fired() {
        try {
            JsonNode job = JSON.readTree(item);
            return new Fired(
                    job.get("id").asText(),
                    Instant.parse(job.get("dueAt").asText()).toEpochMilli(),
                    Instant.parse(job.get("firedAt").asText()).toEpochMilli(),
                    job.get("path").asText().equals("fast"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Handled handled(Fired fired) {
        return new Handled(fired.id(), atMicros);
    }
}
