package dev.punctual.faults;

import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Requests for jobs of the default queue. */
final class JobRequests {

    private final Http http;

    JobRequests(Http http) {
        this.http = http;
    }

    Answer create(String id, Duration delay) {
        return http.post("/v1/jobs", body(id, delay));
    }

    static String body(String id, Duration delay) {
        return String.format(
                Locale.ROOT,
                "{\"id\":\"%s\",\"delay\":\"%dms\",\"payload\":{\"of\":\"%s\"}}",
                id,
                delay.toMillis(),
                id);
    }

    /** Makes several at once, {@code prefix-0} and so on, and gives their ids; fails if one is refused. */
    List<String> createAll(String prefix, int count, Duration delay) {
        List<String> ids =
                IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
        try (var answer = http.postLines("/v1/jobs/bulk", ids.stream().map(id -> body(id, delay)))) {
            List<String> refused = answer.lines()
                    .filter(line -> !line.contains("\"status\":201"))
                    .toList();
            if (!refused.isEmpty()) {
                throw new AssertionError("refused: " + refused);
            }
        }
        return ids;
    }

    Answer get(String id) {
        return http.get("/v1/jobs/" + id);
    }

    Answer move(String id, Duration delay) {
        return http.patch("/v1/jobs/" + id, "{\"delay\":\"" + delay.toMillis() + "ms\"}");
    }

    Answer cancel(String id) {
        return http.delete("/v1/jobs/" + id);
    }
}
