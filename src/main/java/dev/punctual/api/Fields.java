package dev.punctual.api;

import dev.punctual.core.InvalidJobException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON object, read without coercion; whatever is wrong is added to a list, and reading goes on. */
final class Fields {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,9}");
    private static final int LONGEST_NUMBER = 32;

    private final String prefix;
    private final List<FieldFault> faults;
    private final Map<String, JsonMember> members = new LinkedHashMap<>();

    /**
     * @param prefix what stands before each name in a fault, {@code "retry."}
     * @param sent what was sent
     * @param known the names that may be sent, in the order in which they are named to the client
     * @param faults where faults go
     */
    Fields(String prefix, List<JsonMember> sent, List<String> known, List<FieldFault> faults) {
        this.prefix = prefix;
        this.faults = faults;
        Set<String> names = Set.copyOf(known);
        for (JsonMember member : sent) {
            if (!names.contains(member.name())) {
                fault(member.name(), "is not known; known are " + String.join(", ", known));
            } else if (members.putIfAbsent(member.name(), member) != null) {
                fault(member.name(), "must not be repeated");
            }
        }
    }

    void fault(String name, String message) {
        faults.add(new FieldFault(prefix + name, message));
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    boolean isNull(String name) {
        JsonMember member = members.get(name);
        return member != null && member.type() == JsonMember.Type.NULL;
    }

    /** The very text of any value; null where the field was not sent. */
    @Nullable String raw(String name) {
        JsonMember member = members.get(name);
        return member == null ? null : member.raw();
    }

    /**
     * Reads a string.
     *
     * @param parse turns it into the value; what it says in an {@link IllegalArgumentException} becomes the fault
     * @return null where the field was not sent or cannot be taken
     */
    <T> @Nullable T string(String name, Function<String, T> parse) {
        JsonMember member = typed(name, JsonMember.Type.STRING, "a string");
        if (member == null) {
            return null;
        }
        try {
            return parse.apply(member.string());
        } catch (InvalidJobException invalid) {
            fault(name, invalid.reason());
        } catch (IllegalArgumentException invalid) {
            fault(name, String.valueOf(invalid.getMessage()));
        }
        return null;
    }

    /** Reads a whole number that is written as one. */
    @Nullable Integer integer(String name) {
        JsonMember member = typed(name, JsonMember.Type.NUMBER, "a whole number");
        if (member != null && !WHOLE_NUMBER.matcher(member.raw()).matches()) {
            fault(name, "must be a whole number");
            return null;
        }
        return member == null ? null : Integer.valueOf(member.raw());
    }

    /** Reads a number. */
    @Nullable Double number(String name) {
        JsonMember member = typed(name, JsonMember.Type.NUMBER, "a number");
        if (member != null && member.raw().length() > LONGEST_NUMBER) {
            fault(name, "must not have more than " + LONGEST_NUMBER + " digits");
            return null;
        }
        return member == null ? null : Double.valueOf(member.raw());
    }

    /** Reads an object; null where the field was not sent or is none. */
    @Nullable Fields object(String name, List<String> known, int maxDepth) {
        JsonMember member = typed(name, JsonMember.Type.OBJECT, "an object");
        return member == null
                ? null
                : new Fields(prefix + name + ".", JsonText.members(member.raw(), maxDepth), known, faults);
    }

    /** Reads an array; each element is named {@code name[index]}. Null where the field was not sent or is none. */
    @Nullable List<JsonMember> array(String name, int maxDepth) {
        JsonMember member = typed(name, JsonMember.Type.ARRAY, "an array");
        return member == null ? null : JsonText.elements(name, member.raw(), maxDepth);
    }

    private @Nullable JsonMember typed(String name, JsonMember.Type type, String words) {
        JsonMember member = members.get(name);
        if (member == null || member.type() == type) {
            return member;
        }
        fault(name, member.type() == JsonMember.Type.NULL ? "must not be null" : "must be " + words);
        return null;
    }
}
