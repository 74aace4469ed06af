package dev.punctual.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as RFC 9457 has it.
 *
 * @param type always {@code about:blank}: the status says the kind
 * @param title the status in words
 * @param status the HTTP status
 * @param detail what is the matter this time
 * @param errors the fields at fault; empty where no field is
 * @param state the state of the job, where that is the reason
 * @param id the job, in the answers to a stream of jobs
 * @param line the line from 1, in the answers to a stream of jobs
 */
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        List<FieldFault> errors,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String state,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String id,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long line) {

    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    public static Problem of(int status, String title, String detail) {
        return of(status, title, detail, List.of());
    }

    public static Problem of(int status, String title, String detail, List<FieldFault> errors) {
        return new Problem("about:blank", title, status, detail, List.copyOf(errors), null, null, null);
    }

    public Problem withState(String word) {
        return new Problem(type, title, status, detail, errors, word, id, line);
    }

    /** The same problem as an answer to one line of a stream. */
    public Problem ofLine(long number, @Nullable String jobId) {
        return new Problem(type, title, status, detail, errors, state, jobId == null ? id : jobId, number);
    }
}
