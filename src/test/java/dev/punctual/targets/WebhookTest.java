package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.Deliverer;
import dev.punctual.core.Delivery;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.testkit.Receiver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
final class WebhookTest {

    private static final String OLD_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEW_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final Webhooks webhooks = new Webhooks();
    private Receiver receiver;

    @BeforeEach
    void start() {
        receiver = Receiver.answering(204);
    }

    @AfterEach
    void stop() {
        webhooks.close();
        receiver.close();
    }

    private Deliverer open(Settings settings) {
        return webhooks.open(new QueueName("mail"), settings.build());
    }

    @Test
    void postsTheBodyAsItIsWithTheHeadersOfTheQueue() throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url() + "?a=b%20c").headers(Map.of("X-Team", "shop")));
        var route = new Delivery.Route(null, TRACE);

        var outcome = Deliveries.outcome(webhook, Deliveries.of(new JobId("a"), new Generation(1), 3, route));

        assertThat(outcome).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(receiver.received()).hasSize(1);
        Receiver.Received request = receiver.received().get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/hook?a=b%20c");
        assertThat(request.body()).isEqualTo(Deliveries.BODY);
        assertThat(request.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("user-agent", "Punctual")
                .containsEntry("x-team", "shop")
                .containsEntry("punctual-attempt", "3")
                .containsEntry("traceparent", TRACE)
                .containsEntry("host", "127.0.0.1:" + receiver.port())
                .doesNotContainKeys("accept-encoding", "webhook-signature");
    }

    @Test
    void signsSoThatTheSpecificationsLibraryVerifiesWithEachSecret() throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url()).secrets(OLD_SECRET, NEW_SECRET));
        Deliveries.outcome(webhook, Deliveries.first());

        Receiver.Received request = receiver.received().get(0);
        Map<String, List<String>> headers = request.headers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue())));
        for (String secret : List.of(OLD_SECRET, NEW_SECRET)) {
            new com.standardwebhooks.Webhook(secret).verify(request.body(), headers);
        }
        var stranger = new com.standardwebhooks.Webhook("whsec_" + "A".repeat(32));
        assertThatThrownBy(() -> stranger.verify(request.body(), headers)).hasMessageContaining("signature");
        assertThatThrownBy(() -> new com.standardwebhooks.Webhook(OLD_SECRET).verify(request.body() + " ", headers))
                .hasMessageContaining("signature");
    }

    @Test
    void carriesOneIdOverTheAttemptsOfAGenerationAndAnotherForTheNext() throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url()));
        JobId dotted = new JobId("order.1700000000.x");
        for (int attempt = 1; attempt <= 2; attempt++) {
            Deliveries.outcome(webhook, Deliveries.of(dotted, new Generation(1), attempt, Delivery.Route.PLAIN));
        }
        Deliveries.outcome(webhook, Deliveries.of(dotted, new Generation(2), 1, Delivery.Route.PLAIN));

        List<String> ids = receiver.received().stream()
                .map(request -> request.headers().get("webhook-id"))
                .toList();
        assertThat(ids.get(0))
                .isEqualTo(ids.get(1))
                .contains("order%2E1700000000%2Ex")
                .doesNotContain(".");
        assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nX-Evil: 1"})
    void leavesOutWhatIsNoTraceContext(String trace) throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url()));
        var route = new Delivery.Route(null, trace);
        Deliveries.outcome(webhook, Deliveries.of(new JobId("a"), new Generation(1), 1, route));
        assertThat(receiver.received().get(0).headers()).doesNotContainKeys("traceparent", "x-evil");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void takesARedirectForAFailureAndDoesNotFollowIt(int status) throws Exception {
        receiver.reply(Receiver.answer(status, "Location", receiver.url() + "/elsewhere"));
        var outcome = Deliveries.outcome(open(Settings.to(receiver.url())), Deliveries.first());
        assertThat(Deliveries.retried(outcome)).contains("answered " + status).contains("not followed");
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void answersNoChallengeAndKeepsNoCookie() throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url()));
        receiver.reply(exchange -> {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"x\"");
            exchange.getResponseHeaders().set("Set-Cookie", "a=b");
            exchange.sendResponseHeaders(401, -1);
        });
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                .contains("answered 401");
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                .contains("answered 401");
        assertThat(receiver.received()).hasSize(2);
        assertThat(receiver.received().get(1).headers()).doesNotContainKey("cookie");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 410})
    void endsAJobWhereNoAttemptHelps(int status) throws Exception {
        receiver.reply(Receiver.answer(status));
        var outcome = Deliveries.outcome(open(Settings.to(receiver.url())), Deliveries.first());
        assertThat(Deliveries.dead(outcome)).isEqualTo("the webhook answered " + status);
    }

    @Test
    void takesOtherStatusesForSuccessAndEndWhereTheSettingsSaySo() throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url()).statuses(List.of("202", "3xx"), List.of("404")));
        receiver.reply(Receiver.answer(302));
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        receiver.reply(Receiver.answer(200));
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Retry.class);
        receiver.reply(Receiver.answer(404));
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Dead.class);
        receiver.reply(Receiver.answer(410));
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Retry.class);
    }

    @Test
    void tellsTheReasonWithTheBeginningOfTheAnswer() throws Exception {
        String text = "no such\r\n\u0007customer " + "x".repeat(5000);
        receiver.reply(exchange -> {
            exchange.sendResponseHeaders(500, text.length());
            exchange.getResponseBody().write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        });
        var outcome = Deliveries.outcome(open(Settings.to(receiver.url())), Deliveries.first());
        assertThat(Deliveries.retried(outcome))
                .startsWith("the webhook answered 500: no such customer xxx")
                .hasSizeLessThan(250);
    }

    @Test
    void passesOnHowLongItIsAskedToWait() throws Exception {
        Deliverer webhook = open(Settings.to(receiver.url()).retryAfter(Duration.ofSeconds(2), Duration.ofMinutes(5)));
        receiver.reply(Receiver.answer(503, "Retry-After", "30"));
        assertThat(Deliveries.outcome(webhook, Deliveries.first()))
                .isEqualTo(new DeliveryOutcome.Retry("the webhook answered 503", Duration.ofSeconds(30)));
        receiver.reply(Receiver.answer(429, "Retry-After", "99999999999999999999"));
        assertThat(Deliveries.outcome(webhook, Deliveries.first()))
                .isEqualTo(new DeliveryOutcome.Retry("the webhook answered 429", Duration.ofMinutes(5)));
        receiver.reply(Receiver.answer(429, "Retry-After", "Fri, 31 Dec 2099 23:59:59 GMT"));
        assertThat(Deliveries.outcome(webhook, Deliveries.first()))
                .isEqualTo(new DeliveryOutcome.Retry("the webhook answered 429", Duration.ofMinutes(5)));
        receiver.reply(Receiver.answer(500));
        assertThat(Deliveries.outcome(webhook, Deliveries.first()))
                .isEqualTo(new DeliveryOutcome.Retry("the webhook answered 500", null));
    }

    @Test
    void refusesADeliveryWithoutAPlace() {
        Deliverer webhook = open(Settings.to(receiver.url()));
        assertThatThrownBy(() -> webhook.deliver(Deliveries.first())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> webhook.release(1)).isInstanceOf(IllegalStateException.class);
    }
}
