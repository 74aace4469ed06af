package dev.punctual.resources;

import dev.punctual.api.RefusedException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;

/** Refuses path parameters: cut off in silence, they would make one id look like another. */
@PreMatching
final class PlainPathFilter implements ContainerRequestFilter {

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getUriInfo().getRequestUri().getRawPath().indexOf(';') >= 0) {
            throw RefusedException.malformed("A path must not contain ';'");
        }
    }
}
