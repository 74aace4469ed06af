package dev.punctual;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.punctual.targets.TargetKind;
import dev.punctual.targets.TargetSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads one queue of the configuration: the rules that every queue may have, and beside them the settings of its target. */
final class QueueSettingsReader extends StdDeserializer<QueueSettings> {

    private static final long serialVersionUID = 1L;

    private static final String TARGET = "target";
    private static final List<String> RULES = List.of("retry", "capacity", "deadline", "lease");
    /** What may hold a password: the messages of Jackson quote what they could not read. */
    private static final List<String> SECRET = List.of("url", "secrets", "headers");

    QueueSettingsReader() {
        super(QueueSettings.class);
    }

    @Override
    public QueueSettings deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (!(context.readTree(parser) instanceof ObjectNode said)) {
            throw JsonMappingException.from(parser, "must be settings such as {target: list}");
        }
        TargetKind kind = kind(parser, said.remove(TARGET));
        ObjectNode rules = said.objectNode();
        for (String rule : RULES) {
            JsonNode value = said.remove(rule);
            if (value != null) {
                rules.set(rule, value);
            }
        }
        return new QueueSettings(
                target(parser, context, said, kind), context.readTreeAsValue(rules, QueueSettings.Rules.class));
    }

    private static TargetKind kind(JsonParser parser, JsonNode word) throws IOException {
        if (word == null) {
            return TargetKind.LIST;
        }
        var kind = TargetKind.ofWord(word.asText());
        if (kind.isPresent()) {
            return kind.get();
        }
        var unknown = JsonMappingException.from(
                parser, "'" + word.asText() + "' is not known; allowed: " + TargetKind.words());
        unknown.prependPath(QueueSettings.class, TARGET);
        throw unknown;
    }

    private static TargetSettings target(
            JsonParser parser, DeserializationContext context, ObjectNode said, TargetKind kind) throws IOException {
        try {
            return context.readTreeAsValue(said, kind.settings());
        } catch (UnrecognizedPropertyException unknown) {
            if (unknown.getPath().size() > 1) {
                throw unknown;
            }
            throw unrecognized(parser, unknown);
        } catch (JsonMappingException wrong) {
            String field =
                    wrong.getPath().isEmpty() ? "" : wrong.getPath().get(0).getFieldName();
            if (!SECRET.contains(field)) {
                throw wrong;
            }
            var silent = JsonMappingException.from(
                    parser,
                    switch (field) {
                        case "url" -> "must be a text";
                        case "secrets" -> "must be a list of texts";
                        default -> "must be names with texts";
                    });
            silent.prependPath(QueueSettings.class, field);
            throw silent;
        }
    }

    /** With the names that a queue of any kind may have among those that could have been meant. */
    private static UnrecognizedPropertyException unrecognized(
            JsonParser parser, UnrecognizedPropertyException unknown) {
        List<Object> names = new ArrayList<>(RULES);
        names.add(TARGET);
        Collection<Object> ofTarget = unknown.getKnownPropertyIds();
        if (ofTarget != null) {
            names.addAll(ofTarget);
        }
        var named = UnrecognizedPropertyException.from(parser, QueueSettings.class, unknown.getPropertyName(), names);
        return named;
    }
}
