package dev.punctual.api;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One member of a JSON object as it was sent.
 *
 * @param name its name, unescaped
 * @param type what its value is
 * @param raw the very text of its value
 */
public record JsonMember(String name, Type type, String raw) {

    /** The types of JSON. */
    public enum Type {
        NULL,
        BOOLEAN,
        NUMBER,
        STRING,
        ARRAY,
        OBJECT
    }

    /** The value of a string, unescaped. */
    String string() {
        try (JsonParser parser = JsonText.FACTORY.createParser(raw)) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException unreadable) {
            // It was read once before.
            throw new UncheckedIOException(unreadable);
        }
    }
}
