package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis finds lapsed keys by sampling, and ever later the more keys are far from their end; we must not depend on it. */
@Tag("faults")
class ManyPendingTest {

    private static final int PENDING = 100_000;
    private static final int SWEEP_BATCH = 256;
    private static final long GRACE_MILLIS = 1500;

    private static Stage stage;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        stage = new Stage();
        service = stage.start(stage.service("sweep.interval=60s", "sweep.grace=" + GRACE_MILLIS + "ms"));
        Batch later = stage.batch();
        later.schedule(service, PENDING, number -> later.after(number, Duration.ofDays(1)));
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void firesAThousandOfOneMillisecondOnTimeAmongAHundredThousandPending(Feed feed) {
        stage.feed(feed);
        Batch batch = stage.batch();
        long dueAtMillis = stage.nowMillis() + 1500;
        batch.schedule(service, 1000, number -> batch.at(number, dueAtMillis));
        Stats stats = new Stats(service);
        double worstOverdueSeconds = 0;
        while (batch.arrived() < 1000 && stage.nowMillis() < dueAtMillis + 10_000) {
            worstOverdueSeconds = Math.max(worstOverdueSeconds, stats.metric("punctual_oldest_overdue_seconds"));
        }
        List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(1));
        if (feed.isNotifying()) {
            assertThat(Batch.p99Millis(deliveries)).isLessThan(GRACE_MILLIS);
            assertThat(Batch.byFastPath(deliveries)).isGreaterThanOrEqualTo(990);
        } else {
            assertThat(Batch.p99Millis(deliveries)).isLessThan(GRACE_MILLIS + 1000);
            assertThat(Batch.byFastPath(deliveries)).isZero();
            assertThat(worstOverdueSeconds)
                    .as("the metric of the oldest overdue")
                    .isGreaterThan(0.2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void worksOffABacklogWithoutRestingBetweenItsBatches(Feed feed) {
        stage.feed(feed);
        Batch batch = stage.batch();
        int count = 20 * SWEEP_BATCH;
        long dueAtMillis = stage.nowMillis() + 3000;
        batch.schedule(service, count, number -> batch.at(number, dueAtMillis));
        Latencies usual = new Latencies();
        while (stage.nowMillis() < dueAtMillis - 20) {
            usual.time(batch::arrived);
        }
        Latencies busy = new Latencies();
        await("the backlog")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    busy.time(batch::arrived);
                    return batch.arrived() >= count;
                });
        List<Delivery> deliveries = batch.assertOnce();
        long first = deliveries.get(0).firedAtMillis();
        long last = deliveries.get(count - 1).firedAtMillis();
        assertThat(last - first).as("milliseconds from the first to the last").isLessThan(3000);
        assertThat(busy.p99()).as("p99 of Redis meanwhile").isLessThan(usual.stretch(Duration.ofMillis(50)));
    }
}
