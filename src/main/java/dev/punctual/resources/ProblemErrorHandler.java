package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers what the container refuses before or behind Jersey, so that a client meets no page of HTML. */
final class ProblemErrorHandler extends ErrorHandler {

    private final ObjectMapper json;

    ProblemErrorHandler(ObjectMapper json) {
        this.json = json;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback)
            throws IOException {
        HttpFields.Mutable headers = response.getHeaders();
        if (!headers.contains(RequestIdFilter.HEADER)) {
            String sent = request.getHeaders().get(RequestIdFilter.HEADER);
            headers.put(RequestIdFilter.HEADER, RequestIdFilter.choose(sent));
        }
        headers.put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        response.write(true, ByteBuffer.wrap(json.writeValueAsBytes(problem(code, message))), callback);
    }

    private static Problem problem(int status, @Nullable String reason) {
        String title = String.valueOf(HttpStatus.getMessage(status));
        return Problem.of(status, title, status < 500 && reason != null ? reason : title);
    }
}
