package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.QueueName;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers behind TLS. */
@Tag("functional")
final class TlsTest {

    private static final NameLookup LOOPBACK = host -> List.of(InetAddress.getByName("127.0.0.1"));
    private static final QueueName QUEUE = new QueueName("mail");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"true, HTTP/2.0", "false, HTTP/1.1"})
    void speaksTheNewestHttpThatTheReceiverOffers(boolean http2, String version) throws Exception {
        try (TlsReceiver receiver = new TlsReceiver(folder, http2);
                Webhooks webhooks = new Webhooks(LOOPBACK, receiver.trust())) {
            String authority = TlsReceiver.NAME + ":" + receiver.port();
            Deliverer webhook = webhooks.open(
                    QUEUE, Settings.to("https://" + authority + "/hook").build());
            for (var outcome : Deliveries.start(webhook, 16)) {
                assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(DeliveryOutcome.Delivered.class);
            }
            assertThat(receiver.received()).hasSize(16).containsOnly(version + " " + authority + " " + Deliveries.BODY);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waitsForAnAnswerLongerThanAConnectionMayBeIdle(boolean http2) throws Exception {
        try (TlsReceiver receiver = new TlsReceiver(folder, http2);
                Webhooks webhooks = new Webhooks(LOOPBACK, receiver.trust())) {
            receiver.delay(Duration.ofSeconds(6));
            Settings settings = Settings.to("https://" + TlsReceiver.NAME + ":" + receiver.port())
                    .timeout(Duration.ofSeconds(12));
            Deliverer webhook = webhooks.open(QUEUE, settings.build());
            assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
            assertThat(receiver.received()).hasSize(1);
        }
    }

    @Test
    void endsAnExchangeOverHttp2WithTheTimeLimit() throws Exception {
        try (TlsReceiver receiver = new TlsReceiver(folder, true);
                Webhooks webhooks = new Webhooks(LOOPBACK, receiver.trust())) {
            receiver.delay(Duration.ofSeconds(6));
            Settings settings = Settings.to("https://" + TlsReceiver.NAME + ":" + receiver.port())
                    .timeout(Duration.ofSeconds(2));
            Deliverer webhook = webhooks.open(QUEUE, settings.build());
            assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                    .contains("within 2000 ms");
        }
    }

    @Test
    void sendsNothingToACertificateThatNobodyTrusts() throws Exception {
        try (TlsReceiver receiver = new TlsReceiver(folder, true);
                Webhooks webhooks = new Webhooks(LOOPBACK, null)) {
            Deliverer webhook = webhooks.open(
                    QUEUE,
                    Settings.to("https://" + TlsReceiver.NAME + ":" + receiver.port())
                            .build());
            assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                    .startsWith("no secure connection to the webhook");
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void sendsNothingToACertificateForAnotherName() throws Exception {
        try (TlsReceiver receiver = new TlsReceiver(folder, true);
                Webhooks webhooks = new Webhooks(LOOPBACK, receiver.trust())) {
            Deliverer webhook = webhooks.open(
                    QUEUE,
                    Settings.to("https://other.example:" + receiver.port()).build());
            assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                    .startsWith("no secure connection to the webhook");
            assertThat(receiver.received()).isEmpty();
        }
    }
}
