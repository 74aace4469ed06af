package dev.punctual.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.punctual.api.JsonMember;
import dev.punctual.api.JsonText;
import dev.punctual.api.RefusedException;
import java.util.List;
import java.util.Optional;

/** JSON out of arguments and answers. */
final class Json {

    /** What a payload may be is for the service to say. */
    private static final JsonMapper MAPPER = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private Json() {}

    /** An answer; empty if it is not JSON. */
    static Optional<JsonNode> tree(String text) {
        try {
            return Optional.of(MAPPER.readTree(text));
        } catch (JsonProcessingException other) {
            return Optional.empty();
        }
    }

    /** A value of maps, lists, records, texts and numbers. */
    static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String quoted(String text) {
        return MAPPER.getNodeFactory().textNode(text).toString();
    }

    /** The very text of one member of an object. */
    static Optional<String> member(String object, String name) {
        return JsonText.members(object, Integer.MAX_VALUE).stream()
                .filter(member -> member.name().equals(name))
                .map(JsonMember::raw)
                .findFirst();
    }

    /** Whether the text is one JSON value and no more, which could change the object around it. */
    static boolean isValue(String text) {
        try {
            List<JsonMember> members = JsonText.members("{\"value\":" + text + "}", Integer.MAX_VALUE);
            return members.size() == 1 && members.get(0).raw().equals(text.strip());
        } catch (RefusedException notJson) {
            return false;
        }
    }
}
