package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Notifications that are held back, that fall into a gap of the subscription, or that a restart of Redis switches off. */
@Tag("faults")
class LostNotificationsTest {

    private static final String PATIENT = TestRedis.freshNamespace();

    private static Stage stage;
    private static ServiceProcess service;
    private static ServiceProcess patient;
    private static Stage ownStage;
    private static ServiceProcess setter;

    @BeforeAll
    static void start() {
        stage = new Stage("--appendonly", "yes");
        service = stage.launch(stage.service(
                "redis.notifyKeyspaceEvents=check", "nudge.enabled=false", "notifications.probeInterval=300ms"));
        patient =
                stage.launch(stage.service("sweep.interval=60s", "sweep.grace=60s", "notifications.probeInterval=300ms")
                        .namespace(PATIENT));
        ownStage = new Stage();
        setter = ownStage.launch(
                ownStage.service("redis.notifyKeyspaceEvents=auto", "notifications.probeInterval=300ms"));
        List.of(service, patient, setter).forEach(ServiceProcess::awaitReady);
    }

    @AfterAll
    static void stop() {
        stage.close();
        ownStage.close();
    }

    @BeforeEach
    void letRedisExpire() {
        stage.holdExpiryBack(false);
    }

    @ParameterizedTest
    @EnumSource
    void firesAtTheReconnectWhatFellDueWhileTheSubscriberWasCut(Feed feed) {
        stage.feed(feed);
        Batch batch = stage.batch(PATIENT);
        long firstMillis = stage.nowMillis() + 500;
        batch.schedule(patient, 500, number -> batch.at(number, firstMillis + 8L * number));
        long lastMillis = firstMillis + 8 * 500;
        for (long cut = firstMillis; cut <= lastMillis + 200; cut += 200) {
            stage.awaitTime(cut);
            stage.redis().cli("CLIENT", "KILL", "TYPE", "pubsub");
        }
        List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(5));
        // Neither the grace nor the interval has passed: what a gap swallowed was fired because the gap had ended.
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.lagMillis()).isLessThan(2500));
        assertThat(batch.causes(patient)).contains("catch_up").doesNotContain("late", "lost", "saturated");
    }

    /** In which ways the due keys of jobs fail to lead to a notification. */
    enum Loss {
        SWITCHED_OFF,
        HELD_BACK,
        DELETED,
        DELETED_AND_SWITCHED_OFF
    }

    @Test
    void sweepsByItselfWhateverBecomesOfTheDueKeys() {
        for (Loss loss : Loss.values()) {
            boolean off = loss == Loss.SWITCHED_OFF || loss == Loss.DELETED_AND_SWITCHED_OFF;
            stage.feed(off ? Feed.SILENT : Feed.NOTIFYING);
            stage.holdExpiryBack(loss == Loss.HELD_BACK);
            Batch batch = stage.batch();
            batch.schedule(service, 100, number -> batch.after(number, Duration.ofMillis(500)));
            if (loss == Loss.DELETED || loss == Loss.DELETED_AND_SWITCHED_OFF) {
                for (int number = 0; number < 100; number++) {
                    assertThat(stage.redis().cliLong("DEL", stage.dueKey(batch.id(number), 1)))
                            .isEqualTo(1);
                }
            }
            List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(5));
            assertThat(Batch.byFastPath(deliveries)).as(loss.name()).isZero();
            assertThat(Batch.p99Millis(deliveries)).as(loss.name()).isBetween(100L, 1500L);
        }
    }

    @Test
    void saysThatARestartOfRedisSwitchedNotificationsOffAndRecoversWhenTheyReturn() {
        stage.redis().cli("CONFIG", "SET", "notify-keyspace-events", "Ex");
        Stage.awaitNotifications(service, "on");
        stage.redis().restart();
        assertThat(stage.redis()
                        .cliList("CONFIG", "GET", "notify-keyspace-events")
                        .get(1))
                .isEmpty();
        Stage.awaitNotifications(service, "off");
        Stats stats = new Stats(service);
        assertThat(stats.healthy("notifications"))
                .as("degraded is not unhealthy")
                .isTrue();
        assertThat(stats.healthMessage("notifications"))
                .contains("degraded", "off", "CONFIG SET notify-keyspace-events Ex");

        Batch swept = stage.batch();
        swept.schedule(service, 20, number -> swept.after(number, Duration.ofMillis(500)));
        assertThat(Batch.byFastPath(swept.awaitAllOnce(Duration.ofSeconds(8)))).isZero();

        stage.redis().cli("CONFIG", "SET", "notify-keyspace-events", "Ex");
        Stage.awaitNotifications(service, "on");
        Batch fast = stage.batch();
        fast.schedule(service, 20, number -> fast.after(number, Duration.ofMillis(500)));
        assertThat(Batch.byFastPath(fast.awaitAllOnce(Duration.ofSeconds(8)))).isPositive();
    }

    @Test
    void switchesNotificationsOnAgainAfterARestartOfRedisWithoutTakingAFlagAway() {
        Stage.awaitNotifications(setter, "on");
        ownStage.redis().restart("--notify-keyspace-events", "Kg");
        Stage.awaitNotifications(setter, "on");
        await("the flags").untilAsserted(() -> assertThat(ownStage.redis()
                        .cliList("CONFIG", "GET", "notify-keyspace-events")
                        .get(1))
                .contains("K", "g", "E", "x"));
        Batch batch = ownStage.batch();
        batch.schedule(setter, 20, number -> batch.after(number, Duration.ofMillis(500)));
        assertThat(Batch.byFastPath(batch.awaitAllOnce(Duration.ofSeconds(8)))).isPositive();
    }
}
