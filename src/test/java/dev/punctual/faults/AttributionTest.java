package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every fire says which path it took, and a sweep why it had to. One service without nudge and with little room. */
@Tag("faults")
class AttributionTest {

    private static final long GRACE_MILLIS = 1000;
    private static final String[] SETTINGS = {
        "nudge.enabled=false",
        "fastPath.hints=2",
        "fastPath.batch=1",
        "sweep.grace=" + GRACE_MILLIS + "ms",
        "sweep.interval=60s",
        "notifications.probeInterval=300ms"
    };

    private static Stage stage;
    private static ServiceProcess service;
    private static Stats stats;

    @BeforeAll
    static void start() {
        stage = new Stage();
        service = stage.start(stage.service(SETTINGS).env("PUNCTUAL_INSTANCE", "one"));
        stats = new Stats(service);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void letNotificationsFlow() {
        stage.holdExpiryBack(false);
        stage.feed(Feed.NOTIFYING);
    }

    @Test
    void theFastPathHasNoCause() {
        long before = stats.fast();
        Batch batch = stage.batch();
        batch.schedule(service, 1, number -> batch.after(number, Duration.ofMillis(300)));
        assertThat(batch.awaitAllOnce(Duration.ofSeconds(5)).get(0).path()).isEqualTo("fast");
        assertThat(batch.causes(service)).containsExactly("none");
        assertThat(stats.fast()).isEqualTo(before + 1);
        assertThat(stats.metric("punctual_fires_total", "path=\"fast\"", "queue=\"" + batch.queue() + "\""))
                .isEqualTo(1);
    }

    @Test
    void aNotificationThatComesAfterTheSweepIsLate() {
        stage.holdExpiryBack(true);
        assertSwept("late", 20, () -> {});
    }

    @Test
    void aNotificationThatNeverComesIsLost() {
        stage.feed(Feed.SILENT);
        assertSwept("lost", 20, () -> {});
    }

    @Test
    void aNotificationThatIsSwitchedOffUnnoticedIsLostToo() {
        assertSwept("lost", 20, () -> stage.redis().cli("CONFIG", "SET", "notify-keyspace-events", ""));
    }

    @Test
    void whatIsOverdueAtAReconnectIsCaughtUp() {
        stage.holdExpiryBack(true);
        assertSwept("catch_up", 20, () -> {
            await("overdue").untilAsserted(() -> assertThat(overdue()).isEqualTo(20));
            stage.redis().cli("CLIENT", "KILL", "TYPE", "pubsub");
        });
    }

    @Test
    void whatIsOverdueAtTheStartIsCaughtUpAndTheCountersGoOn() {
        assertSwept("catch_up", 20, () -> {
            service.kill9();
            await("due").until(() -> stage.redis().cliLong("DBSIZE") > 0 && pendingAreDue());
            service.restart();
        });
    }

    private static boolean pendingAreDue() {
        List<String> head = stage.redis().cliList("ZREVRANGE", stage.schedule(), "0", "0", "WITHSCORES");
        return !head.isEmpty() && Long.parseLong(head.get(1)) < stage.nowMillis();
    }

    /** Schedules jobs, does something to them, and expects that all of them are swept for this cause. */
    private static void assertSwept(String cause, int count, Runnable fault) {
        long fast = stats.fast();
        long swept = stats.swept(cause);
        Batch batch = stage.batch();
        batch.schedule(service, count, number -> batch.after(number, Duration.ofMillis(600)));
        fault.run();
        List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(8));
        assertThat(Batch.byFastPath(deliveries)).isZero();
        await("the cause of each").untilAsserted(() -> assertThat(batch.causes(service))
                .containsExactlyElementsOf(Collections.nCopies(count, cause)));
        assertThat(stats.swept(cause)).isEqualTo(swept + count);
        assertThat(stats.fast()).isEqualTo(fast);
        await("the metric").untilAsserted(() -> assertThat(stats.metric(
                        "punctual_fires_total",
                        "path=\"sweep\"",
                        "cause=\"" + cause + "\"",
                        "queue=\"" + batch.queue() + "\""))
                .isEqualTo(count));
    }

    @Test
    void aNotificationThatFoundNoRoomIsSaturated() {
        long fast = stats.fast();
        long before = stats.swept("saturated");
        Batch batch = stage.batch();
        stage.holdExpiryBack(true);
        batch.schedule(service, 2000, number -> batch.after(number, Duration.ofMillis(500)));
        await("all are due").untilAsserted(() -> assertThat(overdue()).isEqualTo(2000));
        stage.holdExpiryBack(false);
        batch.awaitAllOnce(Duration.ofSeconds(10));
        await("the causes are settled").untilAsserted(() -> {
            List<String> causes = batch.causes(service);
            // On a slow machine the sweep may overtake the last notifications.
            assertThat(causes).hasSize(2000).contains("saturated").isSubsetOf("none", "saturated", "late");
            assertThat(causes).filteredOn("saturated"::equals).hasSize((int) (stats.swept("saturated") - before));
            assertThat(causes).filteredOn("none"::equals).hasSize((int) (stats.fast() - fast));
        });
        assertThat(stats.metric("punctual_notifications_total", "kind=\"dropped\""))
                .isPositive();
    }

    @Test
    void theCountersAreThoseOfAllInstances() {
        ServiceProcess other = stage.start(stage.service(SETTINGS).env("PUNCTUAL_INSTANCE", "two"));
        try {
            Batch batch = stage.batch();
            long before = stats.fast() + stats.stats().at("/fires/sweep").asLong();
            batch.schedule(service, 200, number -> batch.after(number, Duration.ofMillis(300 + 5L * number)));
            batch.awaitAllOnce(Duration.ofSeconds(8));
            assertThat(batch.fires(other).stream()
                            .map(fire -> fire.get("instance").asText()))
                    .contains("one", "two");
            for (ServiceProcess one : List.of(service, other)) {
                var now = new Stats(one).stats();
                assertThat(now.at("/fires/fast").asLong()
                                + now.at("/fires/sweep").asLong())
                        .isEqualTo(before + 200);
                assertThat(now.at("/instances").findValuesAsText("name")).contains("one", "two");
            }
        } finally {
            stage.end(other);
        }
    }

    private static long overdue() {
        return stats.stats().at("/jobs/overdue").asLong();
    }
}
