package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lettuce.core.RedisClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The targets that lie in Redis: the claim itself hands the job over. */
@Tag("functional")
class TargetsTest {

    private static final int MANY = 400;

    private static RunningService service;

    private final String id = fresh("target");

    @BeforeAll
    static void start() {
        service = RunningService.start(
                builder -> builder.config(
                        ConfigCopy.with(
                                "queues: {}",
                                """
                queues:
                  audit:    {target: stream, key: 'audit'}
                  capped:   {target: stream, maxLength: 100}
                  notices:  {target: channel, channel: 'notices'}
                  whispers: {target: channel}
                """)));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void addsAJobToItsStreamOnce() {
        service.schedule("{'id':'" + id + "','queue':'audit','name':'a','delay':'100ms','payload':{'n': 1.10}}");
        JsonNode job = service.awaitState(id, "delivered");
        List<String> entries = entries("audit", id);
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0)).contains("\"payload\":{\"n\": 1.10}");
        assertThat(parse(entries.get(0)).path("firedAt")).isEqualTo(job.at("/lastFire/firedAt"));
    }

    @Test
    void keepsTheOrderOfSchedulingInAStreamAndTrimsIt() {
        String due = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS).toString();
        Stream<String> jobs = IntStream.range(0, MANY)
                .mapToObj(i -> RunningService.json(
                        "{'id':'" + id + "-" + i + "','queue':'capped','at':'" + due + "','payload':" + i + "}"));
        try (var answers = service.http().postLines("/v1/jobs/bulk", jobs)) {
            assertThat(answers.lines().filter(line -> line.contains("201"))).hasSize(MANY);
        }
        await("all are delivered").until(() -> service.counts("capped").get("delivered") == MANY);
        List<Integer> payloads = entries("punctual:stream:capped", id).stream()
                .map(entry -> parse(entry).path("payload").asInt())
                .toList();
        // Redis trims by whole nodes of a hundred entries.
        assertThat(payloads).hasSizeBetween(100, 300);
        assertThat(payloads)
                .containsExactlyElementsOf(
                        IntStream.range(MANY - payloads.size(), MANY).boxed().toList());
    }

    @Test
    void publishesToItsChannelWhetherSomebodyListensOrNot() {
        service.schedule("{'id':'" + id + "-unheard','queue':'notices','delay':'0s'}");
        service.awaitState(id + "-unheard", "delivered");
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        RedisClient client = RedisClient.create(service.redis().uri());
        try (var connection = client.connectPubSub()) {
            connection.addListener(new RedisPubSubAdapter<>() {
                @Override
                public void message(String channel, String message) {
                    heard.add(channel + " " + message);
                }
            });
            connection.sync().subscribe("notices", "punctual:channel:whispers");
            service.schedule("{'id':'" + id + "','queue':'notices','delay':'100ms'}");
            service.schedule("{'id':'" + id + "-w','queue':'whispers','delay':'100ms'}");
            service.awaitState(id, "delivered");
            service.awaitState(id + "-w", "delivered");
            await("both are heard").until(() -> heard.size() == 2);
            assertThat(heard)
                    .anyMatch(text -> text.startsWith("notices {\"id\":\"" + id + "\""))
                    .anyMatch(text -> text.startsWith("punctual:channel:whispers {\"id\":\"" + id + "-w\""));
        } finally {
            client.shutdown();
        }
    }

    @Test
    void showsTheTargetOfEachQueue() {
        assertThat(service.http().get("/v1/queues/audit").json().path("target").asText())
                .isEqualTo("stream");
        assertThat(service.http()
                        .get("/v1/queues/notices")
                        .json()
                        .path("target")
                        .asText())
                .isEqualTo("channel");
    }

    /** What the field {@code job} of the entries of a stream holds, for the jobs whose ids begin so. */
    private static List<String> entries(String key, String idStart) {
        Object entries = service.redis().cli("XRANGE", key, "-", "+");
        return ((List<?>) entries)
                .stream()
                        .map(entry -> (List<?>) ((List<?>) entry).get(1))
                        .peek(fields -> assertThat(fields.get(0)).isEqualTo("job"))
                        .map(fields -> String.valueOf(fields.get(1)))
                        .filter(job -> job.startsWith("{\"id\":\"" + idStart))
                        .toList();
    }
}
