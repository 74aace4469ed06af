package dev.punctual;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.punctual.api.DurationText;
import java.io.IOException;
import java.time.Duration;

/** Reads durations in the configuration as they are written over HTTP. */
final class DurationModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    DurationModule() {
        addDeserializer(Duration.class, new Reader());
    }

    private static final class Reader extends StdDeserializer<Duration> {

        private static final long serialVersionUID = 1L;

        Reader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getText();
            try {
                return DurationText.parse(text);
            } catch (IllegalArgumentException wrong) {
                throw JsonMappingException.from(parser, DurationText.FORM + ", not '" + text + "'", wrong);
            }
        }
    }
}
