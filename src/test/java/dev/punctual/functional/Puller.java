package dev.punctual.functional;

import static dev.punctual.functional.RunningService.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Whoever pulls the jobs of one queue; in bodies, {@code '} stands for {@code "}. For any thread. */
record Puller(Http http, String queue) {

    /** What was leased; the answer has to be 200. */
    List<JsonNode> pull(String body) {
        Answer answer = http.post("/v1/queues/" + queue + "/lease", json(body));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return StreamSupport.stream(answer.json().path("items").spliterator(), false)
                .toList();
    }

    /** The one job that was leased. */
    JsonNode pullOne(String body) {
        List<JsonNode> jobs = pull(body);
        assertThat(jobs).hasSize(1);
        return jobs.get(0);
    }

    /** The same on a thread of its own. */
    CompletableFuture<List<JsonNode>> pullMeanwhile(String body) {
        CompletableFuture<List<JsonNode>> pulled = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                pulled.complete(pull(body));
            } catch (Throwable failed) {
                pulled.completeExceptionally(failed);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return pulled;
    }

    /** The status of the answer. */
    int ack(JsonNode job) {
        return say(job, "ack", "").status();
    }

    /** The status of each, in one call. */
    List<Integer> ackAll(List<JsonNode> jobs) {
        String tokens = jobs.stream()
                .map(job -> job.path("leaseToken").toString())
                .collect(Collectors.joining(",", "{\"tokens\":[", "]}"));
        Answer answer = http.post("/v1/leases/ack", tokens);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return StreamSupport.stream(answer.json().path("items").spliterator(), false)
                .map(ack -> ack.path("status").asInt())
                .toList();
    }

    /** The status of the answer. */
    int nack(JsonNode job, String body) {
        return say(job, "nack", body).status();
    }

    Answer extend(JsonNode job, String body) {
        return say(job, "extend", body);
    }

    private Answer say(JsonNode job, String what, String body) {
        return http.post("/v1/leases/" + job.path("leaseToken").asText() + "/" + what, json(body));
    }
}
