package dev.punctual.resources;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.util.Set;

/**
 * Says that the connection ends where a body was refused that may not have been read. The server closes it then, and a
 * client that was not told would lose its next request.
 */
final class UnreadBodyFilter implements ContainerResponseFilter {

    /** What the server reads away by itself. */
    private static final int SMALL_BYTES = 8 * 1024;

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        int length = request.getLength();
        boolean mayBeUnread = length < 0 || length > SMALL_BYTES;
        if (response.getStatus() >= 400 && mayBeUnread && WITH_BODY.contains(request.getMethod())) {
            response.getHeaders().putSingle("Connection", "close");
        }
    }
}
