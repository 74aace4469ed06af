package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.QueueName;
import dev.punctual.testkit.Receiver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs that jobs bring, to receivers on loopback that count what reaches them. */
@Tag("functional")
final class JobUrlDeliveriesTest {

    private static final QueueName QUEUE = new QueueName("mail");

    private Receiver receiver;
    private Webhooks webhooks;

    @BeforeEach
    void start() {
        receiver = Receiver.answering(204);
    }

    @AfterEach
    void stop() {
        if (webhooks != null) {
            webhooks.close();
        }
        receiver.close();
    }

    private Deliverer open(NameLookup lookup, Settings settings) {
        webhooks = new Webhooks(lookup, null);
        return webhooks.open(QUEUE, settings.build());
    }

    private static NameLookup always(String... literals) {
        return host -> addresses(literals);
    }

    private static List<InetAddress> addresses(String... literals) throws UnknownHostException {
        List<InetAddress> found = new java.util.ArrayList<>();
        for (String literal : literals) {
            found.add(InetAddress.getByName(literal));
        }
        return found;
    }

    private String named() {
        return "http://hooks.example:" + receiver.port();
    }

    @Test
    void deliversToAListedHost() throws Exception {
        Deliverer webhook = open(always("127.0.0.1"), Settings.to(null).allow(named(), "127.0.0.0/30"));
        assertThat(Deliveries.outcome(webhook, Deliveries.to(named() + "/jobs?x=1")))
                .isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(receiver.received().get(0).path()).isEqualTo("/jobs?x=1");
        assertThat(receiver.received().get(0).headers()).containsEntry("host", "hooks.example:" + receiver.port());
    }

    @Test
    void refusesAUrlWhereNoneIsAllowed() throws Exception {
        Deliverer webhook = open(NameLookup.SYSTEM, Settings.to(receiver.url()));
        assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.to(receiver.url()))))
                .contains("allowJobUrls does not list");
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void refusesAJobWithoutAUrlWhereTheQueueHasNone() throws Exception {
        Deliverer webhook = open(NameLookup.SYSTEM, Settings.to(null).allow("hooks.example"));
        assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.first())))
                .contains("brings no url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"})
    void refusesAHostOnLoopbackThatIsNotListedAsAnAddress(String host) throws Exception {
        Deliverer webhook = open(NameLookup.SYSTEM, Settings.to(null).allow("http://*:" + receiver.port()));
        String url = "http://" + host + ":" + receiver.port() + "/";
        assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.to(url))))
                .contains("has a loopback address");
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void deliversToAnAddressThatIsListed() throws Exception {
        String origin = "http://127.0.0.1:" + receiver.port();
        Deliverer webhook = open(NameLookup.SYSTEM, Settings.to(null).allow(origin));
        assertThat(Deliveries.outcome(webhook, Deliveries.to(origin + "/")))
                .isInstanceOf(DeliveryOutcome.Delivered.class);
    }

    @Test
    void refusesANameWithOneForbiddenAddressAmongSeveral() throws Exception {
        Deliverer webhook =
                open(always("127.0.0.1", "127.0.0.9"), Settings.to(null).allow(named(), "127.0.0.1/32"));
        assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.to(named()))))
                .contains("has a loopback address")
                .doesNotContain("127.0.0");
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void checksTheAddressOfEachConnectionAndConnectsToTheOneThatWasChecked() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        NameLookup turncoat = host -> addresses(lookups.getAndIncrement() == 0 ? "127.0.0.1" : "127.0.0.2");
        try (Receiver inner = Receiver.at("127.0.0.2", receiver.port(), Receiver.answer(204))) {
            Deliverer webhook = open(turncoat, Settings.to(null).allow(named(), "127.0.0.1/32"));
            receiver.reply(Receiver.answer(204, "Connection", "close"));
            assertThat(Deliveries.outcome(webhook, Deliveries.to(named())))
                    .isInstanceOf(DeliveryOutcome.Delivered.class);
            assertThat(lookups).hasValue(1);
            assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.to(named()))))
                    .contains("has a loopback address");
            assertThat(inner.received()).isEmpty();
            assertThat(receiver.received()).hasSize(1);
        }
    }

    @Test
    void keepsTheConnectionsOfTheOperatorsUrlFromJobs() throws Exception {
        Deliverer webhook =
                open(always("127.0.0.1"), Settings.to(named() + "/hook").allow(named()));
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.to(named() + "/hook"))))
                .contains("has a loopback address");
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(receiver.received()).hasSize(2);
    }

    @Test
    void doesNotFollowAListedHostElsewhere() throws Exception {
        receiver.reply(Receiver.answer(307, "Location", "http://127.0.0.1:" + receiver.port() + "/inner"));
        Deliverer webhook = open(always("127.0.0.1"), Settings.to(null).allow(named(), "127.0.0.1/32"));
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.to(named()))))
                .contains("307");
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void doesNotQuoteTheAnswerOfAHostThatTheJobChose() throws Exception {
        receiver.reply(exchange -> {
            exchange.sendResponseHeaders(500, 6);
            exchange.getResponseBody().write("secret".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        });
        Deliverer webhook = open(always("127.0.0.1"), Settings.to(null).allow(named(), "127.0.0.1/32"));
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.to(named()))))
                .isEqualTo("the webhook answered 500");
    }

    @Test
    void doesNotOpenTheCircuitForJobsThatAreRefused() throws Exception {
        var circuit = new WebhookSettings.Circuit(
                0.5, 3, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30), 1);
        Deliverer webhook = open(
                always("127.0.0.1"), Settings.to(receiver.url()).allow(named()).circuit(circuit));
        for (int i = 0; i < 10; i++) {
            Deliveries.dead(Deliveries.outcome(webhook, Deliveries.to(named())));
        }
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
    }

    @Test
    void retriesWhereTheNameIsNotKnown() throws Exception {
        NameLookup nowhere = host -> {
            throw new UnknownHostException(host);
        };
        Deliverer webhook = open(nowhere, Settings.to("http://mail.example/"));
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                .isEqualTo("the name of the webhook's host is not known");
    }

    @Test
    void waitsForASilentNameServerNoLongerThanForAConnectionAndWithOneThread() throws Exception {
        CountDownLatch silence = new CountDownLatch(1);
        AtomicInteger lookups = new AtomicInteger();
        NameLookup silent = host -> {
            lookups.incrementAndGet();
            try {
                silence.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(host);
        };
        Settings settings =
                Settings.to("http://mail.example/").timeouts(Duration.ofSeconds(10), Duration.ofMillis(300));
        Deliverer webhook = open(silent, settings);
        long started = System.nanoTime();
        for (var outcome : Deliveries.start(webhook, 8)) {
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(DeliveryOutcome.Retry.class);
        }
        assertThat(Deliveries.since(started)).isLessThan(Duration.ofSeconds(5));
        assertThat(lookups).hasValue(1);
        silence.countDown();
    }
}
