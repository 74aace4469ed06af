package dev.punctual;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What a line is about, out of the MDC: {@code [job=a queue=mail]}; nothing where it is about nothing in particular. */
public final class AboutConverter extends ClassicConverter {

    @Override
    public String convert(ILoggingEvent event) {
        Map<String, String> about = event.getMDCPropertyMap();
        if (about.isEmpty()) {
            return "";
        }
        StringJoiner words = new StringJoiner(" ", " [", "]");
        new TreeMap<>(about).forEach((key, value) -> words.add(key + "=" + value));
        return words.toString();
    }
}
