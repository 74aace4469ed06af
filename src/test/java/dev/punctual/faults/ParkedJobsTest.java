package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Due jobs of queues that have no capacity, or are paused. */
@Tag("faults")
final class ParkedJobsTest {

    private static final Duration SETTLED = Duration.ofSeconds(60);

    /** By due time, and those of one due time in the order in which they were scheduled: that of their numbers. */
    private static final Comparator<Delivery> ORDER = Comparator.comparing(Delivery::dueAtMillis)
            .thenComparing(delivery ->
                    Integer.parseInt(delivery.id().substring(delivery.id().indexOf('-') + 1)));

    private final Stage stage = new Stage();

    @AfterEach
    void end() {
        stage.close();
    }

    private static void schedule(ServiceProcess service, Stream<String> jobs) {
        try (var answer = service.http().postLines("/v1/jobs/bulk", jobs)) {
            assertThat(answer.lines()).allMatch(line -> line.contains("\"status\":201"));
        }
    }

    private static JsonNode queue(ServiceProcess service, String queue) {
        return service.http().get("/v1/queues/" + queue).json();
    }

    @Test
    void anInstanceWithCapacityTakesWhatAnotherHasParked() {
        CountDownLatch never = new CountDownLatch(1);
        try (Receiver stuck = Receiver.start(exchange -> never.await(1, TimeUnit.MINUTES));
                Receiver good = Receiver.answering(204)) {
            ServiceProcess full = stage.start(Hooks.service(stage, stuck.url(), "concurrency=1", "timeout=50s")
                    .jvm("-Ddw.sweep.interval=60s"));
            stage.feed(Feed.NOTIFYING);
            schedule(full, IntStream.range(0, 20).mapToObj(i -> Hooks.job("p-" + i, Hooks.QUEUE, 100)));
            await("the others are parked")
                    .until(() -> stage.redis()
                                    .cliLong("ZCARD", stage.schedule().replace("schedule", "parked:" + Hooks.QUEUE))
                            == 19);

            ServiceProcess free = stage.start(
                    Hooks.service(stage, good.url(), "concurrency=2").jvm("-Ddw.sweep.interval=60s"));

            await("they are delivered")
                    .atMost(SETTLED)
                    .until(() -> queue(free, Hooks.QUEUE).at("/jobs/delivered").asInt() == 19);
            assertThat(good.received()).hasSize(19);
            assertThat(new Stats(free).swept("saturated")).isEqualTo(19);
            never.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tenThousandPausedJobsFireInOrderAfterAResume(Feed feed) {
        ServiceProcess one = stage.start(stage.service());
        ServiceProcess two = stage.start(stage.service());
        stage.feed(feed);
        Batch batch = stage.batch();
        int jobs = 10_000;
        assertThat(one.http().put("/v1/queues/" + batch.queue() + "/pause", "").status())
                .isEqualTo(204);
        long due = stage.nowMillis() + 6_000;
        batch.schedule(two, jobs, number -> batch.at(number, due + number % 3));
        stage.awaitTime(due + 2_000);
        await("all wait")
                .atMost(SETTLED)
                .until(() ->
                        stage.redis().cliLong("ZCARD", stage.schedule().replace("schedule", "parked:" + batch.queue()))
                                == jobs);
        assertThat(batch.arrived()).isZero();
        await("they are counted").untilAsserted(() -> assertThat(
                        two.http().get("/v1/stats").json().at("/jobs/parked").asInt())
                .isEqualTo(jobs));

        assertThat(two.http().delete("/v1/queues/" + batch.queue() + "/pause").status())
                .isEqualTo(204);

        List<Delivery> arrived = batch.awaitAllOnce(SETTLED);
        List<String> outOfOrder = new ArrayList<>();
        for (int i = 1; i < jobs; i++) {
            Delivery earlier = arrived.get(i - 1);
            Delivery later = arrived.get(i);
            if (ORDER.compare(earlier, later) > 0) {
                outOfOrder.add(earlier + " before " + later);
            }
        }
        assertThat(outOfOrder).isEmpty();
    }

    @Test
    void aPauseSurvivesARestart() {
        ServiceProcess service = stage.start(stage.service());
        Batch batch = stage.batch();
        service.http().put("/v1/queues/" + batch.queue() + "/pause", "");
        batch.schedule(service, 50, number -> batch.after(number, Duration.ofMillis(300)));
        service.kill9();
        service.restart();
        await("all wait")
                .atMost(SETTLED)
                .until(() ->
                        stage.redis().cliLong("ZCARD", stage.schedule().replace("schedule", "parked:" + batch.queue()))
                                == 50);
        assertThat(batch.arrived()).isZero();

        service.http().delete("/v1/queues/" + batch.queue() + "/pause");

        batch.awaitAllOnce(SETTLED);
    }
}
