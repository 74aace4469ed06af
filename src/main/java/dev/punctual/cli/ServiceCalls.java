package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
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
        HttpResponse<String> response = send(request.build());
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            throw new FailedCallException(
                    ExitCode.REFUSED, ProblemText.of(response.statusCode(), response.body()), null);
        }
        return new Answer(response.statusCode(), response.body());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
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
