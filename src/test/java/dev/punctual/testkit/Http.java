package dev.punctual.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one base address. Headers are given as name, value, name, value. Redirects are not followed. May be used
 * from any thread; a failure below HTTP is an {@link UncheckedIOException}.
 */
public final class Http {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

    private final URI base;

    /** @param base scheme, host and port; paths are appended as they are given */
    public Http(URI base) {
        this.base = base;
    }

    public Answer get(String path, String... headers) {
        return exchange("GET", path, BodyPublishers.noBody(), headers);
    }

    /** Posts JSON. */
    public Answer post(String path, String json, String... headers) {
        return exchange("POST", path, BodyPublishers.ofString(json), withJson(headers));
    }

    /** Puts JSON. */
    public Answer put(String path, String json, String... headers) {
        return exchange("PUT", path, BodyPublishers.ofString(json), withJson(headers));
    }

    /** Patches with JSON; another Content-Type header replaces that of plain JSON. */
    public Answer patch(String path, String json, String... headers) {
        return exchange("PATCH", path, BodyPublishers.ofString(json), withJson(headers));
    }

    public Answer delete(String path, String... headers) {
        return exchange("DELETE", path, BodyPublishers.noBody(), headers);
    }

    /** Anything else: another method, another type, a body of bytes. */
    public Answer exchange(String method, String path, BodyPublisher body, String... headers) {
        var response = send(method, path, body, BodyHandlers.ofString(), ANSWER_LIMIT, headers);
        return new Answer(response.statusCode(), response.headers(), response.body());
    }

    /** Posts lines as NDJSON as they come and gives the answered lines as they come; the caller closes the answer. */
    public Lines postLines(String path, Stream<String> lines, String... headers) {
        String[] all = prepend(headers, "Content-Type", "application/x-ndjson");
        BodyPublisher body = BodyPublishers.ofInputStream(() -> new LinesInputStream(lines.iterator()));
        return lines(send("POST", path, body, BodyHandlers.ofLines(), null, all));
    }

    /** Gets lines as they come, without a limit of time: an export or server-sent events. The caller closes it. */
    public Lines getLines(String path, String... headers) {
        return lines(send("GET", path, BodyPublishers.noBody(), BodyHandlers.ofLines(), null, headers));
    }

    private static Lines lines(HttpResponse<Stream<String>> response) {
        return new Lines(response.statusCode(), response.headers(), response.body());
    }

    private <T> HttpResponse<T> send(
            String method,
            String path,
            BodyPublisher body,
            BodyHandler<T> handler,
            @Nullable Duration limit,
            String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).method(method, body);
        if (limit != null) {
            request.timeout(limit);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return CLIENT.send(request.build(), handler);
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + base + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String[] withJson(String... headers) {
        return prepend(headers, "Content-Type", "application/json");
    }

    private static String[] prepend(String[] headers, String name, String value) {
        return Stream.concat(Stream.of(name, value), Stream.of(headers)).toArray(String[]::new);
    }
}
