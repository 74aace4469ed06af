package dev.punctual.resources;

import dev.punctual.api.RefusedException;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a body says it is. A charset has no effect: JSON is UTF-8. A body that says nothing is read as what is
 * expected, since it is read strictly anyway.
 */
final class MediaTypes {

    static final List<String> JSON = List.of("application/json");
    static final List<String> PATCH = List.of("application/merge-patch+json", "application/json");
    static final List<String> NDJSON = List.of("application/x-ndjson", "application/ndjson");

    private MediaTypes() {}

    /**
     * @throws RefusedException 415 if it is none of the allowed types, or packed in a way that nobody unpacked
     */
    static void check(HttpHeaders headers, List<String> allowed) {
        String type = withoutParameters(headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
        if (type != null && !allowed.contains(type)) {
            throw RefusedException.unsupported(
                    "The body must be " + allowed.get(0) + "; say so with -H 'content-type: " + allowed.get(0) + "'");
        }
        String encoding = headers.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw RefusedException.unsupported("The body must be sent plain or packed by gzip");
        }
    }

    private static @Nullable String withoutParameters(@Nullable String header) {
        if (header == null || header.isBlank()) {
            return null;
        }
        int end = header.indexOf(';');
        return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
