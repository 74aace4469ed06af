package dev.punctual.resources;

import dev.punctual.api.RefusedException;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.Precondition;
import dev.punctual.core.PreconditionFailedException;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code If-Match} and {@code If-None-Match}. */
final class Preconditions {

    private static final Pattern ENTITY_TAG = Pattern.compile("\"([\\x21\\x23-\\x7E]*)\"");
    private static final Pattern GENERATION = Pattern.compile("[1-9][0-9]{0,17}");

    private Preconditions() {}

    /**
     * What a PUT asks for.
     *
     * @throws RefusedException 400 if the headers cannot be read
     * @throws PreconditionFailedException if no generation could ever fit
     */
    static Precondition of(JobId id, HttpHeaders headers) {
        String match = headers.getHeaderString(HttpHeaders.IF_MATCH);
        String noneMatch = headers.getHeaderString(HttpHeaders.IF_NONE_MATCH);
        if (match != null && noneMatch != null) {
            throw RefusedException.malformed("If-Match and If-None-Match cannot both hold");
        }
        if (noneMatch != null) {
            if (!noneMatch.strip().equals("*")) {
                throw RefusedException.malformed("If-None-Match must be *");
            }
            return new Precondition.Absent();
        }
        return match == null ? new Precondition.None() : generation(id, match.strip());
    }

    /** Refuses a precondition where none is looked at, rather than to go on as if it held. */
    static void none(HttpHeaders headers) {
        if (isSent(headers.getHeaderString(HttpHeaders.IF_MATCH))
                || isSent(headers.getHeaderString(HttpHeaders.IF_NONE_MATCH))) {
            throw RefusedException.malformed("If-Match and If-None-Match are understood by PUT only");
        }
    }

    private static Precondition generation(JobId id, String match) {
        Matcher tag = ENTITY_TAG.matcher(match);
        if (!tag.matches()) {
            throw RefusedException.malformed("If-Match must be one generation in quotes, like \"3\"");
        }
        String value = tag.group(1);
        if (!GENERATION.matcher(value).matches()) {
            throw new PreconditionFailedException(id, "has no generation '" + value + "'");
        }
        return new Precondition.GenerationIs(new Generation(Long.parseLong(value)));
    }

    private static boolean isSent(@Nullable String header) {
        return header != null;
    }
}
