package dev.punctual.resources;

import dev.punctual.core.PunctualException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Answers what Punctual throws on purpose. */
final class DomainFailureMapper implements ExceptionMapper<PunctualException> {

    private final FailureMapper failures = new FailureMapper();

    @Override
    public Response toResponse(PunctualException failure) {
        return failures.toResponse(failure);
    }
}
