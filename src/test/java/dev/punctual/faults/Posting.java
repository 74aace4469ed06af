package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A queue whose jobs are posted to a receiver, and jobs for it. */
final class Posting {

    private Posting() {}

    /**
     * @param settings of the queue, {@code "timeout=1s"}
     */
    static ServiceProcess.Builder queue(ServiceProcess.Builder builder, String queue, String url, String... settings) {
        String start = "-Ddw.queues." + queue + ".";
        return builder.jvm(start + "target=webhook", start + "url=" + url)
                .jvm(Arrays.stream(settings).map(setting -> start + setting).toArray(String[]::new));
    }

    /** Fixed, so that a test knows when an attempt is due. */
    static String[] retry(int maxAttempts, String wait, String... more) {
        return Stream.concat(
                        Stream.of(
                                "retry.maxAttempts=" + maxAttempts,
                                "retry.backoff.type=fixed",
                                "retry.backoff.initial=" + wait,
                                "retry.backoff.max=" + wait,
                                "retry.backoff.jitter=0"),
                        Arrays.stream(more))
                .toArray(String[]::new);
    }

    /** Schedules jobs that are due together, {@code prefix-0} and so on, and gives their ids. */
    static List<String> schedule(ServiceProcess service, String queue, String prefix, int count, Duration delay) {
        List<String> ids =
                IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
        var lines = ids.stream()
                .map(id -> "{\"id\":\"" + id + "\",\"queue\":\"" + queue + "\",\"delay\":\"" + delay.toMillis()
                        + "ms\",\"payload\":{\"of\":\"" + id + "\"}}");
        try (var answer = service.http().postLines("/v1/jobs/bulk", lines)) {
            assertThat(answer.lines()).allMatch(line -> line.contains("\"status\":201"));
        }
        return ids;
    }

    static JsonNode job(ServiceProcess service, String id) {
        var answer = service.http().get("/v1/jobs/" + id);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    static void awaitCount(ServiceProcess service, String queue, String state, int count, Duration limit) {
        Await.await(count + " of " + queue + " are " + state).atMost(limit).untilAsserted(() -> assertThat(
                        service.http()
                                .get("/v1/queues/" + queue)
                                .json()
                                .path("jobs")
                                .path(state)
                                .asInt())
                .isEqualTo(count));
    }
}
