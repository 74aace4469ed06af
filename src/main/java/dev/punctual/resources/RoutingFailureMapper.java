package dev.punctual.resources;

import dev.punctual.api.Problem;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Answers what Jersey refuses by itself: unknown paths, methods that are not there, media types that are not made. */
final class RoutingFailureMapper implements ExceptionMapper<WebApplicationException> {

    private final FailureMapper failures = new FailureMapper();

    @Override
    public Response toResponse(WebApplicationException refusal) {
        Response refused = refusal.getResponse();
        int status = refused.getStatus();
        if (status < 400) {
            return refused;
        }
        if (status >= 500) {
            return failures.toResponse(refusal);
        }
        Problem problem = Problem.of(
                status,
                refused.getStatusInfo().getReasonPhrase(),
                detail(status, refused.getHeaderString(HttpHeaders.ALLOW)));
        Response.ResponseBuilder answer = Response.fromResponse(Answers.problem(problem));
        if (refused.getHeaderString(HttpHeaders.ALLOW) != null) {
            answer.header(HttpHeaders.ALLOW, refused.getHeaderString(HttpHeaders.ALLOW));
        }
        return answer.build();
    }

    private static String detail(int status, @Nullable String allow) {
        return switch (status) {
            case 404 -> "There is nothing at this path";
            case 405 -> "This path does not take the method; it takes " + allow;
            case 406 -> "The answer is JSON; the Accept header leaves no room for it";
            default -> "The request cannot be understood";
        };
    }
}
