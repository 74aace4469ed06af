package dev.punctual.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The fire stream of a service, read event by event. Remembers where it is, so that it can be opened again. */
final class FireEvents {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();
    private final URI address;
    private @Nullable String position;

    /** Takes one event; answers whether to go on. */
    @FunctionalInterface
    interface Sink {
        boolean take(String event, String data);
    }

    /**
     * @param position after which to begin; null for from now on
     */
    FireEvents(URI address, @Nullable String position) {
        this.address = address;
        this.position = position;
    }

    @Nullable String position() {
        return position;
    }

    /**
     * Reads until the stream ends or the sink has enough.
     *
     * @param opened is told when the service has answered
     * @return whether the sink has enough
     * @throws FailedCallException if the service refuses for good
     * @throws IOException if it cannot be reached, is not ready, or the stream is cut
     */
    boolean read(Runnable opened, Sink sink) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (position != null) {
            request.header("Last-Event-ID", position);
        }
        HttpResponse<InputStream> answer = http.send(request.build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            if (answer.statusCode() != 200) {
                StringBuilder body = new StringBuilder();
                lines.lines().forEach(body::append);
                String refusal = ProblemText.of(answer.statusCode(), body.toString());
                if (answer.statusCode() >= 500) {
                    throw new IOException(refusal);
                }
                throw new FailedCallException(ExitCode.REFUSED, refusal, null);
            }
            opened.run();
            return read(lines, sink);
        }
    }

    private boolean read(BufferedReader lines, Sink sink) throws IOException {
        String event = "message";
        StringBuilder data = new StringBuilder();
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.isEmpty()) {
                if (!data.isEmpty() && !sink.take(event, data.toString())) {
                    return true;
                }
                event = "message";
                data.setLength(0);
            } else if (line.startsWith("id: ")) {
                position = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                event = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data.append(line, "data: ".length(), line.length());
            }
        }
        return false;
    }
}
