package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attempts that end without an answer, and those that follow. */
@Tag("faults")
final class DeliveryAttemptsTest {

    private static final Duration SETTLED = Duration.ofSeconds(30);

    private final Stage stage = new Stage();

    @AfterEach
    void end() {
        stage.close();
    }

    private static JsonNode job(ServiceProcess service, String id) {
        return service.http().get("/v1/jobs/" + id).json();
    }

    private static void awaitState(ServiceProcess service, String id, String state) {
        await(id + " is " + state).atMost(SETTLED).untilAsserted(() -> assertThat(
                        job(service, id).path("state").asText())
                .isEqualTo(state));
    }

    @Test
    void aLastAttemptThatLapsesLeavesADeadJob() {
        try (Receiver receiver = Receiver.start(exchange -> new CountDownLatch(1).await(1, TimeUnit.MINUTES))) {
            ServiceProcess service =
                    stage.start(Hooks.service(stage, receiver.url(), "timeout=50s", "retry.maxAttempts=1"));
            service.http().post("/v1/jobs", Hooks.job("last", Hooks.QUEUE, 0));
            await("the receiver has it")
                    .atMost(SETTLED)
                    .until(() -> receiver.received().size() == 1);

            service.kill9();
            service.restart();

            awaitState(service, "last", "dead");
            assertThat(job(service, "last").path("lastError").asText()).isEqualTo("lease_lapsed");
            assertThat(receiver.received()).hasSize(1);
        }
    }

    @Test
    void aRetryTakesTheFastPath() {
        AtomicInteger requests = new AtomicInteger();
        try (Receiver receiver = Receiver.start(
                exchange -> exchange.sendResponseHeaders(requests.incrementAndGet() < 4 ? 500 : 204, -1))) {
            ServiceProcess service = stage.start(Hooks.service(
                    stage,
                    receiver.url(),
                    "retry.backoff.type=fixed",
                    "retry.backoff.initial=300ms",
                    "retry.backoff.jitter=0"));
            stage.feed(Feed.NOTIFYING);
            service.http().post("/v1/jobs", Hooks.job("again", Hooks.QUEUE, 300));

            awaitState(service, "again", "delivered");

            List<JsonNode> attempts = new ArrayList<>();
            job(service, "again").path("timeline").forEach(event -> {
                if (event.path("attempt").asInt() > 0) {
                    attempts.add(event);
                }
            });
            assertThat(attempts)
                    .extracting(one -> one.path("event").asText())
                    .containsExactly("retry", "retry", "retry", "delivered");
            assertThat(attempts).extracting(one -> one.path("path").asText()).containsOnly("fast");
            assertThat(attempts.get(0).path("detail").asText()).contains("500");
        }
    }
}
