package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.RawReceiver;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service is told to stop while deliveries are under way. */
@Tag("faults")
final class StoppedDeliveriesTest {

    private static final int IN_FLIGHT = 50;
    private static final int WAITING = 100;
    private static final Duration ENDED = Duration.ofSeconds(25);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Stage stage;

    @BeforeEach
    void start() {
        stage = new Stage();
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private ServiceProcess service(String url) {
        return stage.start(Posting.queue(
                stage.service().env("PUNCTUAL_LEASE", "3s"),
                "hooks",
                url,
                Posting.retry(5, "100ms", "concurrency=" + IN_FLIGHT, "timeout=60s")));
    }

    @Test
    void finishesWhatIsUnderWayAndBeginsNothingMore() {
        try (Receiver receiver = Receiver.start(exchange -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
            exchange.sendResponseHeaders(200, -1);
        })) {
            ServiceProcess service = service(receiver.url());
            Posting.schedule(service, "hooks", "h", IN_FLIGHT + WAITING, Duration.ofMillis(200));
            await("all places are taken").until(() -> receiver.received().size() == IN_FLIGHT);
            stop(service);
            assertThat(receiver.received()).hasSize(IN_FLIGHT);
            assertThat(stage.redis().cliLong("ZCARD", stage.schedule().replace("schedule", "running")))
                    .isZero();
            service.restart();
            Posting.awaitCount(service, "hooks", "delivered", IN_FLIGHT + WAITING, LIMIT);
            assertThat(receiver.received()).hasSize(IN_FLIGHT + WAITING);
        }
    }

    @Test
    void endsInTimeWithATargetThatNeverAnswersAndTriesItsJobsAgain() throws Exception {
        try (RawReceiver silent = RawReceiver.serving(line -> {
            line.request();
            line.await();
        })) {
            ServiceProcess service = service(silent.url());
            Posting.schedule(service, "hooks", "h", IN_FLIGHT, Duration.ofMillis(200));
            await("all places are taken").until(() -> silent.requests() == IN_FLIGHT);
            stop(service);
            assertThat(silent.requests()).isEqualTo(IN_FLIGHT);
            service.restart();
            await("they are tried again").atMost(LIMIT).until(() -> silent.requests() == 2 * IN_FLIGHT);
            assertThat(Posting.job(service, "h-0").path("attempt").asInt()).isEqualTo(2);
        }
    }

    @Test
    void endsInTimeWhileRedisStandsStill() {
        try (Receiver receiver = Receiver.start(exchange -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
            exchange.sendResponseHeaders(200, -1);
        })) {
            ServiceProcess service = service(receiver.url());
            Posting.schedule(service, "hooks", "h", IN_FLIGHT, Duration.ofMillis(200));
            await("all places are taken").until(() -> receiver.received().size() == IN_FLIGHT);
            stage.redis().freeze();
            stop(service);
            stage.redis().thaw();
            service.restart();
            Posting.awaitCount(service, "hooks", "delivered", IN_FLIGHT, LIMIT);
            // What could not be written is delivered again, as the same message.
            assertThat(receiver.received()).hasSizeBetween(IN_FLIGHT, 2 * IN_FLIGHT);
            assertThat(receiver.received().stream()
                            .map(request -> request.headers().get("webhook-id"))
                            .distinct())
                    .hasSize(IN_FLIGHT);
        }
    }

    private static void stop(ServiceProcess service) {
        long before = System.nanoTime();
        service.term();
        assertThat(service.awaitExit()).isIn(0, 143);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(ENDED);
        assertThat(service.logs()).doesNotContain("RejectedExecutionException", "event executor terminated");
    }
}
