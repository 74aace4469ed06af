package dev.punctual.targets;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.QueueName;
import dev.punctual.testkit.RawReceiver;
import dev.punctual.testkit.Receiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a receiver can cost at most. */
@Tag("functional")
final class LimitsTest {

    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Duration FAR = Duration.ofSeconds(4);
    private static final int SOCKET_BUFFERS_BYTES = 16 << 20;

    private final Webhooks webhooks = new Webhooks();
    private final List<AutoCloseable> receivers = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        webhooks.close();
        for (AutoCloseable receiver : receivers) {
            receiver.close();
        }
    }

    private Deliverer open(Settings settings) {
        return webhooks.open(new QueueName("mail"), settings.build());
    }

    private RawReceiver raw(RawReceiver.Script script) {
        RawReceiver receiver = RawReceiver.serving(script);
        receivers.add(receiver);
        return receiver;
    }

    private Receiver receiver(Receiver.Reply reply) {
        Receiver receiver = Receiver.start(reply);
        receivers.add(receiver);
        return receiver;
    }

    @Test
    void readsNoMoreThanTheLimitOfAnEndlessBody() throws Exception {
        RawReceiver endless = raw(line -> {
            line.request();
            line.say("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                line.say("x".repeat(8192));
            }
        });
        long started = System.nanoTime();
        assertThat(Deliveries.outcome(open(Settings.to(endless.url())), Deliveries.first()))
                .isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(Deliveries.since(started)).isLessThan(FAR);
        await("the closed connection").until(() -> endless.openConnections() == 0);
        assertThat(endless.written()).isLessThan(SOCKET_BUFFERS_BYTES);
    }

    @Test
    void readsABodyUpToTheLimitAndKeepsTheConnection() throws Exception {
        RawReceiver long64 = raw(line -> {
            while (line.request()) {
                line.say("HTTP/1.1 500 Broken\r\nContent-Length: 65536\r\n\r\n" + "x".repeat(65_536));
            }
        });
        Deliverer webhook = open(Settings.to(long64.url()));
        for (int i = 0; i < 3; i++) {
            assertThat(Deliveries.retried(Deliveries.outcome(webhook, Deliveries.first())))
                    .contains("answered 500: xxx");
        }
        assertThat(long64.connections()).isEqualTo(1);
    }

    @Test
    void endsASlowBodyWithTheTimeLimitAndBelievesItsStatus() throws Exception {
        RawReceiver slow = raw(line -> {
            line.request();
            line.say("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                line.say("x");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        });
        long started = System.nanoTime();
        assertThat(Deliveries.outcome(open(Settings.to(slow.url()).timeout(SHORT)), Deliveries.first()))
                .isInstanceOf(DeliveryOutcome.Delivered.class);
        assertThat(Deliveries.since(started)).isBetween(SHORT, FAR);
        await("the closed connection").until(() -> slow.openConnections() == 0);
    }

    @Test
    void endsASlowHeaderWithTheTimeLimit() throws Exception {
        RawReceiver slow = raw(line -> {
            line.request();
            line.say("HTTP/1.1 200 OK\r\nX-Slow: ");
            while (true) {
                line.say("x");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        });
        long started = System.nanoTime();
        var outcome = Deliveries.outcome(open(Settings.to(slow.url()).timeout(SHORT)), Deliveries.first());
        assertThat(Deliveries.retried(outcome)).isEqualTo("no answer of the webhook within 400 ms");
        assertThat(Deliveries.since(started)).isBetween(SHORT, FAR);
    }

    @Test
    void endsAnEndlessHeader() throws Exception {
        RawReceiver endless = raw(line -> {
            line.request();
            line.say("HTTP/1.1 200 OK\r\n");
            while (true) {
                line.say("X-Long: " + "x".repeat(1000) + "\r\n");
            }
        });
        var outcome = Deliveries.outcome(open(Settings.to(endless.url())), Deliveries.first());
        assertThat(Deliveries.retried(outcome)).contains("too long");
        await("the closed connection").until(() -> endless.openConnections() == 0);
    }

    @Test
    void letsATargetThatNeverAnswersHoldNoMoreThanItsConcurrency() throws Exception {
        RawReceiver silent = raw(RawReceiver.Line::await);
        Receiver good = receiver(Receiver.answer(204));
        Deliverer stuck = open(Settings.to(silent.url()).concurrency(3).timeout(Duration.ofSeconds(2)));
        Deliverer other =
                webhooks.open(new QueueName("good"), Settings.to(good.url()).build());

        assertThat(stuck.reserve(100)).isEqualTo(3);
        stuck.release(3);
        long started = System.nanoTime();
        var underWay = Deliveries.start(stuck, 3);
        assertThat(stuck.reserve(1)).isZero();
        for (int i = 0; i < 50; i++) {
            assertThat(Deliveries.outcome(other, Deliveries.first())).isInstanceOf(DeliveryOutcome.Delivered.class);
        }
        assertThat(underWay).noneMatch(CompletableFuture::isDone);
        for (var outcome : underWay) {
            assertThat(Deliveries.retried(outcome.get(10, TimeUnit.SECONDS))).contains("within 2000 ms");
        }
        assertThat(Deliveries.since(started)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(8));
        assertThat(silent.connections()).isLessThanOrEqualTo(3);
        assertThat(stuck.reserve(100)).isEqualTo(3);
    }

    @Test
    void givesUpAConnectionThatIsNotTaken() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            List<Socket> fillers = fill(full);
            try {
                Settings settings = Settings.to("http://127.0.0.1:" + full.getLocalPort() + "/")
                        .timeouts(Duration.ofSeconds(5), SHORT);
                long started = System.nanoTime();
                var outcome = Deliveries.outcome(open(settings), Deliveries.first());
                assertThat(Deliveries.retried(outcome)).isEqualTo("no connection to the webhook within 400 ms");
                assertThat(Deliveries.since(started)).isBetween(SHORT, FAR);
            } finally {
                for (Socket filler : fillers) {
                    filler.close();
                }
            }
        }
    }

    /** Connects until the listener that accepts nothing takes no more. */
    private static List<Socket> fill(ServerSocket full) throws IOException {
        List<Socket> fillers = new ArrayList<>();
        while (true) {
            Socket filler = new Socket();
            try {
                filler.connect(new InetSocketAddress("127.0.0.1", full.getLocalPort()), 300);
                fillers.add(filler);
            } catch (IOException taken) {
                filler.close();
                return fillers;
            }
        }
    }

    @Test
    void tellsOnceWhenAPlaceIsFreeAgain() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Receiver slow = receiver(exchange -> {
            held.await();
            exchange.sendResponseHeaders(204, -1);
        });
        Deliverer webhook = open(Settings.to(slow.url()).concurrency(4));
        AtomicInteger told = new AtomicInteger();
        webhook.onFree(told::incrementAndGet);

        var underWay = Deliveries.start(webhook, 4);
        assertThat(told).hasValue(0);
        assertThat(webhook.reserve(10)).isZero();
        await("the held requests").until(() -> slow.received().size() == 4);
        held.countDown();
        for (var outcome : underWay) {
            outcome.get(10, TimeUnit.SECONDS);
        }
        await("the hint").until(() -> told.get() == 1);
        assertThat(webhook.reserve(10)).isEqualTo(4);
        assertThat(told).hasValue(1);
        webhook.release(1);
        await("the hint for what was given back").until(() -> told.get() == 2);
        assertThat(slow.peak()).isEqualTo(4);
    }

    @Test
    void startsNoMoreInASecondThanTheRateAllows() throws Exception {
        Receiver receiver = receiver(Receiver.answer(204));
        Deliverer webhook = open(Settings.to(receiver.url()).rate(100).concurrency(200));
        AtomicInteger started = new AtomicInteger();
        Runnable claim = () -> {
            int places = webhook.reserve(50);
            started.addAndGet(places);
            for (int i = 0; i < places; i++) {
                webhook.deliver(Deliveries.first());
            }
        };
        webhook.onFree(claim);
        long begin = System.nanoTime();
        claim.run();
        await("two hundred deliveries").until(() -> receiver.received().size() >= 200);
        double seconds = Deliveries.since(begin).toNanos() / 1e9;
        assertThat(started.get()).isLessThanOrEqualTo((int) (10 + 100 * seconds) + 1);
        assertThat(seconds).isBetween(1.85, 4.0);
    }

    @Test
    void givesBackTheRateOfAPlaceThatIsNotUsed() {
        Deliverer webhook = open(Settings.to("http://127.0.0.1:1/").rate(0.001));
        for (int i = 0; i < 10; i++) {
            assertThat(webhook.reserve(5)).isEqualTo(1);
            webhook.release(1);
        }
    }

    @Test
    void endsWhatIsUnderWayWhenItCloses() throws Exception {
        RawReceiver silent = raw(RawReceiver.Line::await);
        Deliverer webhook = open(Settings.to(silent.url()));
        var underWay = Deliveries.start(webhook, 5);
        await("the connections").until(() -> silent.connections() == 5);
        webhook.close();
        webhook.close();
        for (var outcome : underWay) {
            assertThat(Deliveries.retried(outcome.get(5, TimeUnit.SECONDS))).contains("the service stopped");
        }
        assertThat(webhook.reserve(1)).isZero();
    }
}
