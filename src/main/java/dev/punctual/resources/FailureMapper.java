package dev.punctual.resources;

import dev.punctual.core.RepeatedFault;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Answers with the problem that an exception is; what nobody expected is logged, and not shown. */
final class FailureMapper implements ExceptionMapper<Throwable> {

    private static final Logger log = LoggerFactory.getLogger(FailureMapper.class);
    private static final RepeatedFault BROKEN =
            new RepeatedFault(log, "A request failed that should not have", "No request has failed");

    @Override
    public Response toResponse(Throwable failure) {
        log(failure);
        return Answers.problem(Problems.of(failure));
    }

    /** Logs a failure that the client is told nothing of but the id of its request. */
    static void log(Throwable failure) {
        if (!Problems.isExpected(failure)) {
            BROKEN.happened(MDC.get(RequestIdFilter.MDC_KEY) + ", " + failure, failure);
        }
    }
}
