package dev.punctual.api;

import dev.punctual.core.PunctualException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that is refused as it was read, before anything was asked of the store. */
public final class RefusedException extends PunctualException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public RefusedException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    /** 400: the request cannot be read. */
    public static RefusedException malformed(String detail) {
        return new RefusedException(Problem.of(400, "Bad Request", detail));
    }

    /** 408: the body came too slowly. */
    public static RefusedException tooSlow(String detail) {
        return new RefusedException(Problem.of(408, "Request Timeout", detail));
    }

    /** 409: what is asked for does not fit what stands. */
    public static RefusedException conflict(String detail) {
        return new RefusedException(Problem.of(409, "Conflict", detail));
    }

    /** 410: the lease has another owner by now, or none. */
    public static RefusedException gone(String detail) {
        return new RefusedException(Problem.of(410, "Gone", detail));
    }

    /** 413: more than the payload limit leaves room for. */
    public static RefusedException tooLarge(String message) {
        return new RefusedException(Problem.of(
                413, "Content Too Large", "payload: " + message, List.of(new FieldFault("payload", message))));
    }

    /** 415: not a media type that is read here. */
    public static RefusedException unsupported(String detail) {
        return new RefusedException(Problem.of(415, "Unsupported Media Type", detail));
    }

    /** 422: it can be read, and its fields cannot be taken. */
    public static RefusedException invalid(List<FieldFault> faults) {
        return invalid(faults, null);
    }

    /**
     * 422: it can be read, and its fields cannot be taken.
     *
     * @param id the job's id where it could be read, else null
     */
    public static RefusedException invalid(List<FieldFault> faults, @Nullable String id) {
        FieldFault first = faults.get(0);
        String more = faults.size() == 1 ? "" : " (and " + (faults.size() - 1) + " more)";
        Problem problem =
                Problem.of(422, "Unprocessable Content", first.field() + ": " + first.message() + more, faults);
        return new RefusedException(
                id == null
                        ? problem
                        : new Problem(
                                problem.type(),
                                problem.title(),
                                problem.status(),
                                problem.detail(),
                                problem.errors(),
                                null,
                                id,
                                null));
    }
}
