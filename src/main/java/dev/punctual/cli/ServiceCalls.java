package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calls of the service. Each gives what was answered, or a {@link FailedCallException}. */
final class ServiceCalls {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

    private final URI base;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();

    ServiceCalls(URI base) {
        this.base = base;
    }

    /** What was answered. */
    record Answer(int status, String body) {

        /** The body as JSON. */
        JsonNode tree() {
            return Json.tree(body)
                    .orElseThrow(() -> new FailedCallException(
                            ExitCode.REFUSED, "the answer is not JSON; is that address Punctual's?", null));
        }
    }

    Answer call(String method, ServicePath path) {
        return call(method, path, null);
    }

    Answer call(String method, ServicePath path, @Nullable JobBody body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path.toString())).timeout(ANSWER_LIMIT);
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.method(method, BodyPublishers.ofString(body.toString())).header("Content-Type", "application/json");
        }
        HttpResponse<String> response = send(request.build(), BodyHandlers.ofString());
        refuse(response.statusCode(), response.body());
        return new Answer(response.statusCode(), response.body());
    }

    /** Many jobs, a line each; the answer has a line for each. */
    Answer bulk(String lines) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/v1/jobs/bulk"))
                .timeout(ANSWER_LIMIT)
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(lines))
                .build();
        HttpResponse<String> response = send(request, BodyHandlers.ofString());
        refuse(response.statusCode(), response.body());
        return new Answer(response.statusCode(), response.body());
    }

    /** An answer of any length; to be closed. */
    InputStream stream(ServicePath path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path.toString()))
                .timeout(ANSWER_LIMIT)
                .build();
        HttpResponse<InputStream> response = send(request, BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            try (InputStream body = response.body()) {
                refuse(response.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException broken) {
                throw unreachable(base + " broke off", broken);
            }
        }
        return response.body();
    }

    private static void refuse(int status, String body) {
        if (status < 200 || status > 299) {
            throw new FailedCallException(ExitCode.REFUSED, ProblemText.of(status, body), null);
        }
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (ConnectException | HttpConnectTimeoutException nobody) {
            throw unreachable("nothing answers at " + base + "; start it with scripts/run", nobody);
        } catch (HttpTimeoutException late) {
            throw unreachable(
                    base + " did not answer within " + ANSWER_LIMIT.toSeconds() + " s" + whatMayBe(request), late);
        } catch (IOException broken) {
            throw unreachable(base + " broke off, or does not speak HTTP" + whatMayBe(request), broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unreachable("interrupted" + whatMayBe(request), interrupted);
        }
    }

    private static String whatMayBe(HttpRequest request) {
        return request.method().equals("GET") ? "" : "; the call may have been carried out: look with get or list";
    }

    private static FailedCallException unreachable(String message, Exception cause) {
        return new FailedCallException(ExitCode.UNREACHABLE, message, cause);
    }
}
