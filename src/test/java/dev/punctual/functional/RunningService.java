package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A service on a Redis of its own, with what a client, a consumer and an operator do there. For any thread. */
final class RunningService implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final String NAMESPACE = "punctual";

    private final RedisProcess redis;
    private final ServiceProcess process;

    private RunningService(RedisProcess redis, ServiceProcess process) {
        this.redis = redis;
        this.process = process;
    }

    /** Starts one, on a fresh Redis. */
    static RunningService start(UnaryOperator<ServiceProcess.Builder> settings) {
        return on(RedisProcess.start("--save", ""), settings);
    }

    /** Starts one on that Redis, which ends with it. */
    static RunningService on(RedisProcess redis, UnaryOperator<ServiceProcess.Builder> settings) {
        try {
            // They live for seconds: the first compiler is enough, and starts them in half the time.
            ServiceProcess.Builder builder =
                    ServiceProcess.builder().redis(redis).jvm("-XX:TieredStopAtLevel=1");
            return new RunningService(redis, settings.apply(builder).start());
        } catch (RuntimeException e) {
            redis.close();
            throw e;
        }
    }

    /** A queue or the beginning of ids that no other trial uses. */
    static String fresh(String word) {
        return word + NAMES.incrementAndGet();
    }

    /** JSON with {@code '} in the place of {@code "}. */
    static String json(String text) {
        return text.replace('\'', '"');
    }

    /** The text as a JSON string. */
    static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    Http http() {
        return process.http();
    }

    Http admin() {
        return process.adminHttp();
    }

    RedisProcess redis() {
        return redis;
    }

    ServiceProcess process() {
        return process;
    }

    /** A key of the only partition. */
    String key(String rest) {
        return "{" + NAMESPACE + ".0}:" + rest;
    }

    /** The due time in the schedule, in ms; empty text where the job does not wait. */
    String score(String id) {
        Object score = redis.cli("ZSCORE", key("schedule"), id);
        return score == null ? "" : score.toString();
    }

    /** Posts a job that has to be new; {@code '} stands for {@code "}. */
    JsonNode schedule(String text) {
        Answer answer = http().post("/v1/jobs", json(text));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json();
    }

    JsonNode job(String id) {
        Answer answer = http().get("/v1/jobs/" + id);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    String state(String id) {
        return job(id).path("state").asText();
    }

    JsonNode awaitState(String id, String state) {
        await(id + " is " + state).until(() -> state(id).equals(state));
        return job(id);
    }

    /** The key of the list to which a queue's jobs go. */
    String listOf(String queue) {
        return NAMESPACE + ":queue:" + queue;
    }

    /** What arrived in a queue's list, as it came. */
    List<String> arrivals(String queue) {
        return redis.cliList("LRANGE", listOf(queue), "0", "-1");
    }

    /** The ids that arrived in a queue's list, in their order. */
    List<String> arrivedIds(String queue) {
        return arrivals(queue).stream()
                .map(text -> parse(text).path("id").asText())
                .toList();
    }

    /** Waits until so many have arrived, and gives them. */
    List<String> awaitArrivals(String queue, int count) {
        await(count + " jobs in " + queue).until(() -> redis.cliLong("LLEN", listOf(queue)) >= count);
        return arrivals(queue);
    }

    /** The payload of an arrival as the very text. */
    static String payloadOf(String arrival) {
        return between(arrival, "\"payload\":", ",\"dueAt\":\"");
    }

    /** The payload in a job's answer as the very text. */
    static String payloadOfAnswer(String body) {
        return between(body, "\"payload\":", ",\"retry\":");
    }

    private static String between(String text, String before, String after) {
        int start = text.indexOf(before);
        int end = text.lastIndexOf(after);
        assertThat(start >= 0 && end > start).as(text).isTrue();
        return text.substring(start + before.length(), end);
    }

    /** How many jobs of a queue are in each state. */
    Map<String, Integer> counts(String queue) {
        JsonNode jobs = http().get("/v1/queues/" + queue).json().path("jobs");
        return JSON.convertValue(jobs, JSON.getTypeFactory().constructMapType(Map.class, String.class, Integer.class));
    }

    @Override
    public void close() {
        process.close();
        redis.close();
    }
}
