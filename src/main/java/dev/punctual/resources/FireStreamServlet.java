package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.FieldFault;
import dev.punctual.api.Problem;
import dev.punctual.api.RefusedException;
import dev.punctual.core.FireTail;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fires as they happen, as server-sent events. A servlet, because the events of JAX-RS are written by a thread that
 * waits for each client.
 */
final class FireStreamServlet extends HttpServlet {

    static final String PATH = "/v1/fires/stream";

    private static final long serialVersionUID = 1L;
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String LAST_EVENT_ID_PARAMETER = "lastEventId";
    static final List<String> PARAMETERS = List.of("queue", "path", "cause", LAST_EVENT_ID_PARAMETER);

    private final transient FireStreams streams;
    private final transient ObjectMapper json;

    FireStreamServlet(FireStreams streams, ObjectMapper json) {
        this.streams = streams;
        this.json = json;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            String position = lastEventId(request);
            FireFilter filter = PageParameters.filter(
                    faults(request, position),
                    request.getParameter("queue"),
                    request.getParameter("path"),
                    request.getParameter("cause"));
            streams.checkRoom();
            begin(request, response, filter, position);
        } catch (RefusedException refused) {
            answer(response, refused.problem());
        }
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) {
        headers(response);
    }

    private void begin(
            HttpServletRequest request, HttpServletResponse response, FireFilter filter, @Nullable String position)
            throws IOException {
        headers(response);
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        AtomicReference<@Nullable OpenStream> self = new AtomicReference<>();
        OpenStream stream = new OpenStream(context, filter, position, () -> {
            OpenStream ended = self.get();
            if (ended != null) {
                streams.forget(ended);
            }
        });
        self.set(stream);
        stream.watchedBy(CallerWatch.begin(request, stream::close));
        response.getOutputStream().setWriteListener(stream);
        streams.follow(stream);
    }

    private static void headers(HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no"); // nginx would hold events back
    }

    /** A browser that comes back sends the header, beside the parameter with which it came first. */
    private static @Nullable String lastEventId(HttpServletRequest request) {
        String header = request.getHeader(LAST_EVENT_ID);
        String last = header == null || header.isEmpty() ? request.getParameter(LAST_EVENT_ID_PARAMETER) : header;
        return last == null || last.isEmpty() ? null : last;
    }

    private static List<FieldFault> faults(HttpServletRequest request, @Nullable String position) {
        Map<String, List<String>> sent = request.getParameterMap().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> Arrays.asList(one.getValue())));
        List<FieldFault> faults = new ArrayList<>(KnownParameters.faults(sent, PARAMETERS));
        if (position != null && !FireTail.isPosition(position)) {
            boolean header = position.equals(request.getHeader(LAST_EVENT_ID));
            faults.add(new FieldFault(
                    header ? LAST_EVENT_ID : LAST_EVENT_ID_PARAMETER, "is not the id of an event of this stream"));
        }
        return faults;
    }

    private void answer(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.setHeader("Cache-Control", "no-store");
        byte[] body = json.writeValueAsBytes(problem);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
