package dev.punctual.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Server-sent events, collected as they come by a thread of its own, until closed or ended. For any thread. */
public final class EventStream implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Lines lines;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final List<String> comments = new CopyOnWriteArrayList<>();
    private volatile String lastId = "";
    private volatile boolean ended;

    /** One event; the id is the last one that came until then. */
    public record Event(String id, String name, JsonNode data) {}

    private EventStream(Lines lines) {
        this.lines = lines;
        Thread reader = new Thread(this::read, "event-stream");
        reader.setDaemon(true);
        reader.start();
    }

    /** Opens one; returns when the service has answered with its status. */
    public static EventStream open(Http http, String path, String... headers) {
        Lines lines = http.getLines(path, headers);
        if (lines.status() != 200) {
            lines.close();
            throw new IllegalStateException(path + " answered " + lines.status());
        }
        return new EventStream(lines);
    }

    public HttpHeaders headers() {
        return lines.headers();
    }

    /** All events up to now, in their order. */
    public List<Event> events() {
        return new ArrayList<>(events);
    }

    /** The data of all events of that name up to now. */
    public List<JsonNode> data(String name) {
        return events.stream()
                .filter(event -> event.name().equals(name))
                .map(Event::data)
                .toList();
    }

    /** The ids of the jobs that fired, in the order of the events. */
    public List<String> fired() {
        return data("fire").stream().map(data -> data.path("id").asText()).toList();
    }

    public List<String> comments() {
        return new ArrayList<>(comments);
    }

    /** What a browser would send to resume. */
    public String lastId() {
        return lastId;
    }

    /** Whether the service has ended the stream, or the connection has. */
    public boolean isEnded() {
        return ended;
    }

    private void read() {
        String name = "message";
        StringBuilder data = new StringBuilder();
        try {
            for (Iterator<String> each = lines.lines().iterator(); each.hasNext(); ) {
                String line = each.next();
                if (line.isEmpty()) {
                    if (!data.isEmpty()) {
                        events.add(new Event(lastId, name, JSON.readTree(data.toString())));
                    }
                    name = "message";
                    data.setLength(0);
                } else if (line.startsWith(":")) {
                    comments.add(line);
                } else if (line.startsWith("id: ")) {
                    lastId = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring(6));
                }
            }
        } catch (UncheckedIOException | IllegalStateException cut) {
            // Ended by close() or by the service; ended says so.
        } catch (JsonProcessingException broken) {
            events.add(new Event(lastId, "broken", JSON.createObjectNode().put("text", data.toString())));
        } finally {
            ended = true;
        }
    }

    @Override
    public void close() {
        lines.close();
    }
}
