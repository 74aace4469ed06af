package dev.punctual.resources;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code traceparent} of a request, by W3C Trace Context. */
final class TraceHeader {

    private static final String NAME = "traceparent";
    /** A later version may have more behind it; one that is all zeros means nothing. */
    private static final Pattern FORM = Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}" + "-[0-9a-f]{2}(-[0-9a-z-]{1,64})?");

    private TraceHeader() {}

    /** Null where there is none that can be read: a trace is no reason to refuse a job. */
    static @Nullable String of(HttpHeaders headers) {
        String value = headers.getHeaderString(NAME);
        return value != null && FORM.matcher(value).matches() ? value : null;
    }
}
