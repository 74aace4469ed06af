package dev.punctual.targets;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.QueueName;
import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RawReceiver;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However a connection breaks, the receiver sees as many requests as there are attempts. */
@Tag("functional")
final class BrokenConnectionsTest {

    private final Webhooks webhooks = new Webhooks();
    private RawReceiver receiver;

    @AfterEach
    void stop() throws IOException {
        webhooks.close();
        if (receiver != null) {
            receiver.close();
        }
    }

    private Deliverer webhookTo(RawReceiver.Script script) {
        receiver = RawReceiver.serving(script);
        return webhooks.open(new QueueName("mail"), Settings.to(receiver.url()).build());
    }

    private void failsOnce(RawReceiver.Script script, String reason) throws Exception {
        Deliverer webhook = webhookTo(script);
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                .contains(reason);
        assertThat(receiver.requests()).isEqualTo(1);
        assertThat(receiver.connections()).isEqualTo(1);
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.attempt(2))))
                .contains(reason);
        assertThat(receiver.requests()).isEqualTo(2);
    }

    @Test
    void sendsOnceToAReceiverThatReadsAndCloses() throws Exception {
        failsOnce(RawReceiver.Line::request, "closed the connection");
    }

    @Test
    void sendsOnceToAReceiverThatReadsAndResets() throws Exception {
        failsOnce(
                line -> {
                    line.request();
                    line.reset();
                },
                "the webhook");
    }

    @Test
    void sendsOnceToAReceiverThatAnswersHalfAHeader() throws Exception {
        failsOnce(
                line -> {
                    line.request();
                    line.say("HTTP/1.1 200 OK\r\nContent-Le");
                },
                "broke off");
    }

    @Test
    void sendsOnceToAReceiverThatDoesNotSpeakHttp() throws Exception {
        failsOnce(
                line -> {
                    line.request();
                    line.say("220 mail.example ESMTP\r\n\r\n");
                    line.await();
                },
                "is not HTTP");
    }

    @Test
    void sendsOnceWhereAKeptConnectionBreaksUnderTheNextRequest() throws Exception {
        Deliverer webhook = webhookTo(line -> {
            line.request();
            line.say(RawReceiver.OK);
            line.request();
        });
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                .contains("closed the connection");
        assertThat(receiver.connections()).isEqualTo(1);
        assertThat(receiver.requests()).isEqualTo(2);
    }

    @Test
    void opensAnotherConnectionWhereAKeptOneWasClosed() throws Exception {
        Deliverer webhook = webhookTo(line -> {
            line.request();
            line.say(RawReceiver.OK);
        });
        int delivered = 0;
        int attempts = 0;
        while (delivered < 5) {
            assertThat(attempts++).isLessThan(100);
            // One that meets the closing itself fails, and is not sent again underneath.
            if (Deliveries.outcome(webhook, Deliveries.first()) instanceof DeliveryOutcome.Delivered) {
                delivered++;
            }
            await("the closed connection").until(() -> receiver.openConnections() == 0);
            assertThat(receiver.requests()).isEqualTo(delivered);
        }
    }

    @Test
    void keepsAConnectionForTheNextRequest() throws Exception {
        Deliverer webhook = webhookTo(line -> {
            while (line.request()) {
                line.say(RawReceiver.OK);
            }
        });
        for (int i = 0; i < 5; i++) {
            assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        }
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void believesTheStatusWhereTheBodyBreaksOff() throws Exception {
        Deliverer webhook = webhookTo(line -> {
            line.request();
            line.say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc");
        });
        assertThat(Deliveries.outcome(webhook, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(receiver.requests()).isEqualTo(1);
    }

    @Test
    void waitsForTheFinalAnswerBehindInterimOnes() throws Exception {
        Deliverer webhook = webhookTo(line -> {
            line.request();
            line.say("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
            line.say("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n");
        });
        assertThat(Deliveries.dead(Deliveries.outcome(webhook, Deliveries.first())))
                .contains("410");
    }

    @Test
    void retriesWhereNobodyListens() throws Exception {
        String url = "http://127.0.0.1:" + FreePort.next() + "/";
        Deliverer webhook =
                webhooks.open(new QueueName("mail"), Settings.to(url).build());
        assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                .contains("does not take connections");
    }
}
