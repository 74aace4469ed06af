package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.standardwebhooks.Webhook;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.Receiver.Received;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that a service posts to a receiver. */
@Tag("functional")
class WebhooksTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static Receiver mail;
    private static Receiver flaky;
    private static Receiver gone;
    private static Receiver busy;
    private static Receiver broken;
    private static Receiver moved;
    private static RunningService service;

    private final String id = fresh("hook");

    @BeforeAll
    static void start() {
        mail = Receiver.answering(204);
        flaky = Receiver.answering(500);
        gone = Receiver.answering(410);
        busy = Receiver.answering(503);
        broken = Receiver.answering(500);
        moved = Receiver.start(Receiver.answer(302, "Location", mail.url()));
        service = RunningService.start(builder -> builder.config(ConfigCopy.with(
                "queues: {}",
                """
                queues:
                  mail: {target: webhook, url: '%s', secrets: ['%s'], headers: {X-Team: shop}}
                  flaky:
                    target: webhook
                    url: '%s'
                    retry: {maxAttempts: 4, backoff: {type: fixed, initial: 200ms, jitter: 0}}
                  gone: {target: webhook, url: '%s'}
                  busy:
                    target: webhook
                    url: '%s'
                    retryAfter: {min: 100ms, max: 2s}
                    retry: {backoff: {type: fixed, initial: 50ms, jitter: 0}}
                  broken:
                    target: webhook
                    url: '%s'
                    circuit: {calls: 5, window: 10s, rest: 500ms, maxRest: 500ms, probes: 1}
                    concurrency: 4
                    retry: {maxAttempts: 1000, backoff: {type: fixed, initial: 50ms, jitter: 0}}
                  moved:
                    target: webhook
                    url: '%s'
                    retry: {maxAttempts: 1}
                """
                        .formatted(
                                mail.url(), SECRET, flaky.url(), gone.url(), busy.url(), broken.url(), moved.url()))));
    }

    @AfterAll
    static void stop() {
        service.close();
        List.of(mail, flaky, gone, busy, broken, moved).forEach(Receiver::close);
    }

    @Test
    void postsASignedJobAndLogsItsFire() {
        service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + id + "','queue':'mail','name':'welcome','delay':'100ms',"
                                + "'payload':{'to': 'Zoë', 'n': 1.10}}"),
                        "traceparent",
                        TRACE);
        JsonNode job = service.awaitState(id, "delivered");

        Received request = mail.received().stream()
                .filter(one -> parse(one.body()).path("id").asText().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(request.headers())
                .containsEntry("x-team", "shop")
                .containsEntry("punctual-attempt", "1")
                .containsEntry("traceparent", TRACE)
                .containsEntry("content-type", "application/json");
        assertThatCode(() -> new Webhook(SECRET).verify(request.body(), httpHeaders(request)))
                .doesNotThrowAnyException();
        assertThat(request.body()).contains("\"payload\":{\"to\": \"Zoë\", \"n\": 1.10}");
        assertThat(parse(request.body()).fieldNames())
                .toIterable()
                .containsExactly("id", "queue", "name", "payload", "dueAt", "firedAt", "attempt", "generation", "path");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        JsonNode fire = service.http().get("/v1/fires?queue=mail").json().at("/items/0");
        assertThat(fire.path("outcome").asText()).isEqualTo("delivered");
        assertThat(fire.path("firedAt")).isEqualTo(parse(request.body()).path("firedAt"));
        assertThat(service.admin().get("/prometheus").body())
                .contains("punctual_deliveries_total{outcome=\"delivered\",target=\"webhook\"}");
    }

    private static HttpHeaders httpHeaders(Received request) {
        Map<String, List<String>> headers = request.headers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue())));
        return HttpHeaders.of(headers, (name, value) -> true);
    }

    @Test
    void triesAgainWithTheSameMessageUntilItIsTaken() {
        service.schedule("{'id':'" + id + "','queue':'flaky','delay':'0s'}");
        await("two attempts").until(() -> flaky.received().size() >= 2);
        flaky.reply(Receiver.answer(200));
        JsonNode job = service.awaitState(id, "delivered");

        List<Received> requests = flaky.received();
        assertThat(requests).hasSize(job.path("attempt").asInt()).hasSizeBetween(3, 4);
        assertThat(requests.stream().map(one -> one.headers().get("webhook-id")).distinct())
                .hasSize(1);
        assertThat(requests)
                .extracting(one -> one.headers().get("punctual-attempt"))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, requests.size())
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(requests)
                .extracting(one -> parse(one.body()).path("attempt").asText())
                .containsExactlyElementsOf(requests.stream()
                        .map(one -> one.headers().get("punctual-attempt"))
                        .toList());
        assertThat(job.path("lastError").isNull()).isTrue();
        assertThat(job.path("timeline").toString()).contains("the webhook answered 500");
    }

    @Test
    void killsAJobAtOnceWhoseReceiverIsGoneAndReplaysItAsAnotherMessage() {
        gone.reply(Receiver.answer(410));
        service.schedule("{'id':'" + id + "','queue':'gone','delay':'0s'}");
        JsonNode dead = service.awaitState(id, "dead");
        assertThat(dead.path("attempt").asInt()).isEqualTo(1);
        assertThat(dead.path("lastError").asText()).isEqualTo("the webhook answered 410");
        gone.reply(Receiver.answer(200));
        assertThat(service.http().post("/v1/jobs/" + id + "/replay", "").status())
                .isEqualTo(202);
        JsonNode job = service.awaitState(id, "delivered");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        assertThat(gone.received())
                .extracting(one -> one.headers().get("webhook-id"))
                .doesNotHaveDuplicates();
    }

    @Test
    void waitsAsLongAsTheReceiverAsksForWithinTheBounds() {
        var answers = new ConcurrentLinkedQueue<>(List.of(
                Receiver.answer(503, "Retry-After", "1"),
                Receiver.answer(429, "Retry-After", "99999999999999999999"),
                Receiver.answer(429, "Retry-After", "soon"),
                Receiver.answer(200)));
        busy.reply(exchange -> answers.remove().to(exchange));
        service.schedule("{'id':'" + id + "','queue':'busy','delay':'0s'}");
        service.awaitState(id, "delivered");

        List<Instant> fired = busy.received().stream()
                .map(one -> Instant.parse(parse(one.body()).path("firedAt").asText()))
                .toList();
        assertThat(Duration.between(fired.get(0), fired.get(1)))
                .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1900));
        assertThat(Duration.between(fired.get(1), fired.get(2)))
                .isBetween(Duration.ofSeconds(2), Duration.ofMillis(2900));
        assertThat(Duration.between(fired.get(2), fired.get(3)))
                .isBetween(Duration.ofMillis(50), Duration.ofMillis(950));
    }

    @Test
    void leavesAFailingReceiverAloneUntilItWorksAgain() {
        List<String> ids = IntStream.range(0, 20).mapToObj(i -> id + "-" + i).toList();
        ids.forEach(one -> service.schedule("{'id':'" + one + "','queue':'broken','delay':'0s'}"));
        await("it rests").until(() -> service.process().logs().contains("queue broken keeps failing"));
        int atRest = broken.received().size();
        // While it rests one probe at a time goes through, and no attempt is used up.
        assertThat(atRest).isLessThan(20);
        await("it was probed and rests again").until(() -> broken.received().size() > atRest);
        broken.reply(Receiver.answer(200));
        ids.forEach(one -> service.awaitState(one, "delivered"));
        assertThat(service.process().logs()).contains("queue broken works again");
    }

    @Test
    void followsNoRedirect() {
        service.schedule("{'id':'" + id + "','queue':'moved','delay':'0s'}");
        JsonNode dead = service.awaitState(id, "dead");
        assertThat(dead.path("lastError").asText()).isEqualTo("the webhook answered 302; redirects are not followed");
        assertThat(mail.received()).noneMatch(one -> one.body().contains(id));
    }

    @Test
    void cancelsAJobBetweenItsAttemptsAndNotWhileItRuns() throws Exception {
        var inside = new CountDownLatch(1);
        var gate = new CountDownLatch(1);
        String waiting = fresh("waiting");
        gone.reply(exchange -> {
            inside.countDown();
            gate.await();
            exchange.sendResponseHeaders(500, -1);
        });
        service.schedule("{'id':'" + waiting + "','queue':'gone','delay':'0s',"
                + "'retry':{'backoff':{'initial':'1h','max':'1h'}}}");
        inside.await();
        var refused = service.http().delete("/v1/jobs/" + waiting);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().path("state").asText()).isEqualTo("running");
        gate.countDown();
        service.awaitState(waiting, "scheduled");
        assertThat(service.http().delete("/v1/jobs/" + waiting).status()).isEqualTo(204);
        assertThat(service.state(waiting)).isEqualTo("cancelled");
        gone.reply(Receiver.answer(200));
    }
}
