package dev.punctual.targets;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.QueueName;
import dev.punctual.testkit.Receiver;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A failing target is left alone, tried with a few deliveries, and served again. */
@Tag("functional")
final class CircuitTest {

    private static final int CALLS = 6;
    private static final int PROBES = 2;
    private static final Duration REST = Duration.ofMillis(300);

    private final Webhooks webhooks = new Webhooks();
    private final AtomicInteger told = new AtomicInteger();
    private Receiver receiver;
    private Deliverer webhook;

    @BeforeEach
    void start() {
        receiver = Receiver.answering(500);
        var circuit =
                new WebhookSettings.Circuit(0.5, CALLS, Duration.ofSeconds(30), REST, REST.multipliedBy(4), PROBES);
        Settings settings = Settings.to(receiver.url()).concurrency(10).circuit(circuit);
        webhook = webhooks.open(new QueueName("mail"), settings.build());
        webhook.onFree(told::incrementAndGet);
    }

    @AfterEach
    void stop() {
        webhooks.close();
        receiver.close();
    }

    private void deliver(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            Deliveries.outcome(webhook, Deliveries.first());
        }
    }

    /** How long the target rests from now on. */
    private Duration rest() {
        long from = System.nanoTime();
        int before = told.get();
        assertThat(webhook.reserve(10)).isZero();
        await("the hint").until(() -> told.get() > before);
        return Deliveries.since(from);
    }

    @Test
    void opensWhenEnoughDeliveriesFailed() throws Exception {
        deliver(CALLS - 1);
        assertThat(webhook.reserve(10)).isEqualTo(10);
        webhook.release(10);
        deliver(1);
        assertThat(webhook.reserve(10)).isZero();
        assertThat(receiver.received()).hasSize(CALLS);
    }

    @Test
    void closesAgainAfterProbesThatSucceed() throws Exception {
        deliver(CALLS);
        assertThat(rest()).isBetween(REST.minusMillis(100), REST.multipliedBy(10));
        receiver.reply(Receiver.answer(204));
        assertThat(webhook.reserve(10)).isEqualTo(PROBES);
        int before = told.get();
        for (int i = 0; i < PROBES; i++) {
            assertThat(webhook.deliver(Deliveries.first()).toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .isInstanceOf(DeliveryOutcome.Delivered.class);
        }
        await("the hint").until(() -> told.get() > before);
        assertThat(webhook.reserve(10)).isEqualTo(10);
    }

    @Test
    void restsLongerWithEachProbeThatFails() throws Exception {
        deliver(CALLS);
        rest();
        deliver(PROBES);
        assertThat(rest()).isGreaterThan(REST.multipliedBy(2).minusMillis(100));
        deliver(PROBES);
        assertThat(rest()).isGreaterThan(REST.multipliedBy(4).minusMillis(100));
        assertThat(receiver.received()).hasSize(CALLS + 2 * PROBES);
    }

    @Test
    void givesAProbeThatWasNotUsedToTheNext() throws Exception {
        deliver(CALLS);
        rest();
        for (int i = 0; i < 5; i++) {
            assertThat(webhook.reserve(10)).isEqualTo(PROBES);
            webhook.release(PROBES);
        }
    }

    @Test
    void staysClosedWhereJobsAreRefusedForGood() throws Exception {
        receiver.reply(Receiver.answer(410));
        deliver(3 * CALLS);
        assertThat(webhook.reserve(10)).isEqualTo(10);
    }

    @Test
    void doesNotJudgeTheRecoveryByWhatBeganBeforeTheRest() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        receiver.reply(exchange -> {
            held.await();
            exchange.sendResponseHeaders(500, -1);
        });
        var late = Deliveries.start(webhook, 4);
        await("the held requests").until(() -> receiver.received().size() == 4);
        receiver.reply(Receiver.answer(500));
        deliver(CALLS);
        rest();
        held.countDown();
        for (var outcome : late) {
            outcome.get(10, TimeUnit.SECONDS);
        }
        receiver.reply(Receiver.answer(204));
        deliver(PROBES);
        assertThat(webhook.reserve(10)).isEqualTo(10);
    }
}
