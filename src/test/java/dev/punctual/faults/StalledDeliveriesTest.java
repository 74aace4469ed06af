package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Deliveries that outlast their lease: because the work takes long, or because their owner stands still. */
@Tag("faults")
final class StalledDeliveriesTest {

    private static final String LEASE = "2500ms";
    private static final Duration LEASES = Duration.ofMillis(7_500);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private Stage stage;
    private Receiver receiver;

    @BeforeEach
    void start() {
        stage = new Stage();
        receiver = Receiver.answering(200);
    }

    @AfterEach
    void stop() {
        gate.countDown();
        stage.close();
        receiver.close();
    }

    /** Only the first request waits for the gate. */
    private void holdTheFirst() {
        receiver.reply(exchange -> {
            if (receiver.received().size() == 1) {
                inside.countDown();
                gate.await();
            }
            exchange.sendResponseHeaders(200, -1);
        });
    }

    private ServiceProcess.Builder service(String instance, String... jvm) {
        return Posting.queue(
                stage.service()
                        .jvm(jvm)
                        .env("PUNCTUAL_LEASE", LEASE)
                        .env("PUNCTUAL_SWEEP_INTERVAL", "500ms")
                        .env("PUNCTUAL_INSTANCE", instance),
                "work",
                receiver.url(),
                Posting.retry(5, "100ms", "timeout=60s"));
    }

    @ParameterizedTest
    @EnumSource
    void renewsTheLeaseUntilTheWorkEndsOverInstancesInDifferentZones(Feed feed) {
        ServiceProcess one = stage.start(service("one", "-Duser.timezone=Europe/Berlin"));
        stage.start(service("two", "-Duser.timezone=America/New_York"));
        stage.feed(feed);
        holdTheFirst();
        String id = Posting.schedule(one, "work", "long", 1, Duration.ZERO).get(0);
        await("the work began").until(() -> inside.getCount() == 0);
        Instant over = Instant.now().plus(LEASES);
        await("three leases went by").atMost(LIMIT).until(() -> Instant.now().isAfter(over));
        assertThat(Posting.job(one, id).path("state").asText()).isEqualTo("running");
        gate.countDown();
        Posting.awaitCount(one, "work", "delivered", 1, LIMIT);
        assertThat(receiver.received()).hasSize(1);
        assertThat(Posting.job(one, id).path("attempt").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void givesTheJobOfAFrozenInstanceToAnotherAndRefusesWhatTheFirstOneSaysOfIt(Feed feed) throws Exception {
        ServiceProcess one = stage.start(service("one"));
        stage.feed(feed);
        holdTheFirst();
        String id = Posting.schedule(one, "work", "stalled", 1, Duration.ZERO).get(0);
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
        ServiceProcess two = stage.start(service("two"));
        one.freeze();
        Posting.awaitCount(two, "work", "delivered", 1, LIMIT);
        one.thaw();
        gate.countDown();
        await("the first one was refused").atMost(LIMIT).until(() -> one.logs().contains("its lease has lapsed"));
        for (ServiceProcess service : List.of(one, two)) {
            JsonNode job = Posting.job(service, id);
            assertThat(job.path("state").asText()).isEqualTo("delivered");
            assertThat(job.path("attempt").asInt()).isEqualTo(2);
            assertThat(job.at("/lastFire/instance").asText()).isEqualTo("two");
            assertThat(job.at("/lastFire/cause").asText()).isEqualTo("lease_lapsed");
        }
        assertThat(receiver.received())
                .extracting(request -> request.headers().get("punctual-attempt"))
                .containsExactly("1", "2");
        assertThat(receiver.received())
                .extracting(request -> request.headers().get("webhook-id"))
                .containsOnly(receiver.received().get(0).headers().get("webhook-id"));
        assertThat(two.http().get("/v1/fires").json().path("items"))
                .extracting(fire -> fire.path("outcome").asText())
                .containsExactly("delivered", "lapsed");
        assertThat(one.adminHttp().get("/prometheus").body())
                .contains("punctual_deliveries_total{outcome=\"lost\",target=\"webhook\"} 1.0");
    }

    @Test
    void leavesAJobCancelledThatWasTakenFromAFrozenInstance() throws Exception {
        ServiceProcess one = stage.start(service("one"));
        holdTheFirst();
        String id = Posting.schedule(one, "work", "taken", 1, Duration.ZERO).get(0);
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
        ServiceProcess two = stage.start(service("two"));
        assertThat(two.http().put("/v1/queues/work/pause", "").status()).isEqualTo(204);
        one.freeze();
        Posting.awaitCount(two, "work", "scheduled", 1, LIMIT);
        assertThat(two.http().delete("/v1/jobs/" + id).status()).isEqualTo(204);
        one.thaw();
        gate.countDown();
        await("the first one was refused").atMost(LIMIT).until(() -> one.logs().contains("its lease has lapsed"));
        assertThat(two.http().delete("/v1/queues/work/pause").status()).isEqualTo(204);
        JsonNode job = Posting.job(two, id);
        assertThat(job.path("state").asText()).isEqualTo("cancelled");
        assertThat(job.at("/payload/of").asText()).isEqualTo(id);
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void takesNeitherALongDelayNorALongWaitBetweenAttemptsForALapse() {
        List<ServiceProcess> services = Stream.of("one", "two", "three")
                .map(name -> stage.launch(service(name)))
                .toList();
        services.forEach(ServiceProcess::awaitReady);
        receiver.reply(
                exchange -> exchange.sendResponseHeaders(receiver.received().size() <= 10 ? 500 : 200, -1));
        ServiceProcess one = services.get(0);
        List<String> ids =
                Stream.iterate(0, i -> i < 10, i -> i + 1).map(i -> "slow-" + i).toList();
        ids.forEach(id -> assertThat(one.http()
                        .post(
                                "/v1/jobs",
                                "{\"id\":\"" + id + "\",\"queue\":\"work\",\"delay\":\"6s\",\"retry\":{\"backoff\":"
                                        + "{\"type\":\"fixed\",\"initial\":\"5s\",\"max\":\"5s\",\"jitter\":0}}}")
                        .status())
                .isEqualTo(201));
        Posting.awaitCount(one, "work", "delivered", 10, LIMIT);
        for (String id : ids) {
            JsonNode job = Posting.job(one, id);
            assertThat(job.path("attempt").asInt()).as(id).isEqualTo(2);
            assertThat(job.at("/lastFire/lagMs").asLong()).as(id).isNotNegative();
        }
        assertThat(receiver.received()).hasSize(20);
    }
}
