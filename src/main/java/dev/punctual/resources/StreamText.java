package dev.punctual.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.FireView;
import dev.punctual.core.FireTail;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The blocks of an event stream as they go over the wire. */
final class StreamText {

    /** What a client is told first: how long to wait before it comes back. */
    private static final String BEGINNING = "retry: 1000\n: fires follow\n";

    private final ObjectMapper json;

    StreamText(ObjectMapper json) {
        this.json = json;
    }

    /** The position without a fire, so that who comes back before the first one goes on from here too. */
    static byte[] beginning(@Nullable String position) {
        return bytes(BEGINNING + (position == null ? "\n" : "id: " + position + "\n\n"));
    }

    /** A sign of life, with the position up to which nothing was held back. */
    static byte[] beat(@Nullable String position) {
        return bytes(position == null ? ": still here\n\n" : ": still here\nid: " + position + "\n\n");
    }

    byte[] gap(@Nullable String from, String to) {
        Map<String, @Nullable String> data = new HashMap<>();
        data.put("from", from);
        data.put("to", to);
        return bytes("event: gap\ndata: " + written(data) + "\n\n");
    }

    byte[] dropped(String reason) {
        return bytes("event: dropped\ndata: " + written(Map.of("reason", reason)) + "\n\n");
    }

    /** A stretch of the log, of which each fire is written once, however many want it. */
    Rendered render(FireTail.Stretch stretch) {
        List<byte[]> blocks = new ArrayList<>(stretch.entries().size());
        for (FireTail.Entry entry : stretch.entries()) {
            String record = written(FireView.of(entry.fire()));
            blocks.add(bytes("id: " + entry.position() + "\nevent: fire\ndata: " + record + "\n\n"));
        }
        return new Rendered(stretch, blocks);
    }

    private String written(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible); // texts and numbers only
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A stretch as bytes, put together once for each filter. For one thread. */
    static final class Rendered {
        private final FireTail.Stretch stretch;
        private final List<byte[]> blocks;
        private final Map<FireFilter, byte[]> chunks = new HashMap<>();

        private Rendered(FireTail.Stretch stretch, List<byte[]> blocks) {
            this.stretch = stretch;
            this.blocks = blocks;
        }

        FireTail.Stretch stretch() {
            return stretch;
        }

        /** The blocks that fit, one after another; empty where none does. */
        byte[] chunk(FireFilter filter) {
            return chunks.computeIfAbsent(filter, this::join);
        }

        private byte[] join(FireFilter filter) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (int i = 0; i < blocks.size(); i++) {
                if (filter.fits(stretch.entries().get(i).fire())) {
                    joined.writeBytes(blocks.get(i));
                }
            }
            return joined.toByteArray();
        }
    }
}
