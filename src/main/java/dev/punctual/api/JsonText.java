package dev.punctual.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a JSON text apart into the members of its object, each with the very text of its value. Nothing is converted,
 * no tree is built, and nesting costs no stack.
 */
public final class JsonText {

    /** Bounds come from {@link Limits}, not from the parser; names of strangers are not kept for the next request. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final String text;
    private final int maxDepth;
    private final JsonParser parser;

    private JsonText(String text, int maxDepth, JsonParser parser) {
        this.text = text;
        this.maxDepth = maxDepth;
        this.parser = parser;
    }

    /**
     * Reads a text that must be one JSON object.
     *
     * @param text the text
     * @param maxDepth the deepest nesting of one member's value
     * @return its members in their order, repeated ones too
     * @throws RefusedException 400 if it is not JSON, 422 if it is no object or too deep
     */
    public static List<JsonMember> members(String text, int maxDepth) {
        try (JsonParser parser = FACTORY.createParser(text.toCharArray())) {
            return new JsonText(text, maxDepth, parser).read();
        } catch (JsonProcessingException notJson) {
            throw RefusedException.malformed("The body is not JSON: " + notJson.getOriginalMessage() + " (line "
                    + notJson.getLocation().getLineNr() + ", column "
                    + notJson.getLocation().getColumnNr() + ")");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * Reads the text of an array that was read before as a part of an object.
     *
     * @return its elements, each under the name {@code name[index]}
     */
    static List<JsonMember> elements(String name, String text, int maxDepth) {
        try (JsonParser parser = FACTORY.createParser(text.toCharArray())) {
            JsonText json = new JsonText(text, maxDepth, parser);
            List<JsonMember> elements = new ArrayList<>();
            parser.nextToken();
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                elements.add(json.value(name + "[" + elements.size() + "]", token));
            }
            return elements;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private List<JsonMember> read() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw RefusedException.malformed("The body is empty; it must be a JSON object");
        }
        List<JsonMember> members = new ArrayList<>();
        if (first == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                members.add(member(parser.currentName()));
            }
        } else {
            end("body", first);
        }
        if (parser.nextToken() != null) {
            throw RefusedException.malformed("The body goes on after the JSON value");
        }
        if (first != JsonToken.START_OBJECT) {
            throw RefusedException.invalid(List.of(new FieldFault("body", "must be a JSON object")));
        }
        return members;
    }

    private JsonMember member(String name) throws IOException {
        return value(name, parser.nextToken());
    }

    private JsonMember value(String name, JsonToken token) throws IOException {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        int end = end(name, token);
        return new JsonMember(name, type(token), text.substring(start, end));
    }

    /** Goes to the end of a value and says where that is. */
    private int end(String name, JsonToken token) throws IOException {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        if (!token.isStructStart()) {
            parser.finishToken();
            return token == JsonToken.VALUE_STRING
                    ? (int) parser.currentLocation().getCharOffset()
                    : start + parser.getTextLength();
        }
        int depth = 1;
        while (depth > 0) {
            if (depth > maxDepth) {
                throw RefusedException.invalid(
                        List.of(new FieldFault(name, "must not be nested deeper than " + maxDepth)));
            }
            JsonToken next = parser.nextToken();
            if (next == null) {
                break;
            }
            depth += next.isStructStart() ? 1 : next.isStructEnd() ? -1 : 0;
        }
        return (int) parser.currentLocation().getCharOffset();
    }

    private static JsonMember.Type type(JsonToken token) {
        return switch (token) {
            case VALUE_NULL -> JsonMember.Type.NULL;
            case VALUE_TRUE, VALUE_FALSE -> JsonMember.Type.BOOLEAN;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> JsonMember.Type.NUMBER;
            case VALUE_STRING -> JsonMember.Type.STRING;
            case START_ARRAY -> JsonMember.Type.ARRAY;
            case START_OBJECT -> JsonMember.Type.OBJECT;
            default -> throw new IllegalStateException("no value begins with " + token);
        };
    }
}
