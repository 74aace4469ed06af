package dev.punctual.engine;

import static dev.punctual.engine.Fires.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.NudgeBatch;
import dev.punctual.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NudgerTest {

    private static final Instant NOW = ScriptedDueStore.NOW;
    private static final Duration REST = Duration.ofSeconds(5);

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final HintQueue hints = new HintQueue(10);
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final Listeners listeners = new Listeners("one");
    private final Nudger nudger = new Nudger(
            store, new Nudger.Share(listeners, hints, 4, new SeenKeys("one")), REST.toNanos(), open::get, telemetry);

    @Test
    void restsAndReadsNothingWhereNoNotificationCouldArrive() throws Exception {
        open.set(false);

        assertThat(nudger.runOnce()).isEqualTo(Duration.ofMillis(500).toNanos());
        assertThat(store.calls).isEmpty();
    }

    @Test
    void restsWhereTheScheduleIsEmpty() throws Exception {
        assertThat(nudger.runOnce()).isEqualTo(REST.toNanos());
        assertThat(store.calls).containsExactly("nudge 4");
    }

    @Test
    void restsUntilAMomentIntoTheDueMillisecondOfTheHead() throws Exception {
        nothingDueBefore(NOW.plusMillis(40));

        assertThat(Duration.ofNanos(nudger.runOnce()))
                .isEqualTo(Duration.ofMillis(40).plusNanos(100_000));
    }

    @Test
    void restsNoLongerThanItsLongestRest() throws Exception {
        nothingDueBefore(NOW.plus(Duration.ofDays(365_000)));

        assertThat(nudger.runOnce()).isEqualTo(REST.toNanos());
    }

    @Test
    void goesOnAtOnceWhereTheHeadHasBecomeDueMeanwhile() throws Exception {
        nothingDueBefore(NOW.minusMillis(40));

        assertThat(nudger.runOnce()).isNegative();
    }

    @Test
    void goesOnWhenTheClaimsOfItsNudgeHaveBeenMade() throws Exception {
        store.nudges(() -> {
            hints.handled(4);
            return new NudgeBatch(4, 0, null);
        });

        assertThat(nudger.runOnce()).isZero();

        assertThat(telemetry.nudged).hasValue(4);
    }

    @Test
    void waitsLongerAndLongerButBoundedWhileNoClaimFollows() throws Exception {
        long started = System.nanoTime();
        for (int i = 0; i < 8; i++) {
            store.nudges(() -> new NudgeBatch(4, 0, null));
            assertThat(nudger.runOnce()).isZero();
        }

        // 1, 2, 4, 8, 16, 32, 50 and 50 ms.
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofMillis(163), Duration.ofSeconds(3));
    }

    @Test
    void readsNoKeysWhileABatchOfHintsWaits() throws Exception {
        keys(4).forEach(hints::offer);
        nudger.runOnce();
        assertThat(store.calls).isEmpty();

        hints.take(1, 0);
        nudger.runOnce();

        assertThat(store.calls).containsExactly("nudge 4");
    }

    @Test
    void readsNoMoreKeysThanHintsHaveRoom() throws Exception {
        HintQueue small = new HintQueue(3);
        keys(1).forEach(small::offer);

        new Nudger(
                        store,
                        new Nudger.Share(listeners, small, 4, new SeenKeys("one")),
                        REST.toNanos(),
                        open::get,
                        telemetry)
                .runOnce();

        assertThat(store.calls).containsExactly("nudge 2");
    }

    @Test
    void isWokenByAnEarlierJobOnly() {
        nothingDueBefore(NOW.plusSeconds(3_600));
        nudger.start();
        try {
            awaitNudges(1);

            nudger.earliest(NOW.plusSeconds(7_200));
            nudger.earliest(NOW.plusSeconds(60));
            nudger.earliest(NOW);

            awaitNudges(2);
            Await.await("rests").until(() -> store.count("nudge 4") == 2);
        } finally {
            nudger.stop(Duration.ofSeconds(5));
        }
        assertThat(store.count("nudge 4")).isEqualTo(2);
    }

    @Test
    void isWokenByAnyJobWhereItKnowsOfNone() {
        nudger.start();
        try {
            awaitNudges(1);
            nudger.earliest(NOW);
            awaitNudges(2);
        } finally {
            nudger.stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void restsUntilTheNextDueTimeWithoutWaitingForClaimsWhereItHasReadAllThatIsDue() throws Exception {
        store.nudges(() -> new NudgeBatch(3, 0, NOW.plusMillis(40)));

        assertThat(Duration.ofNanos(nudger.runOnce()))
                .isEqualTo(Duration.ofMillis(40).plusNanos(100_000));
    }

    @Test
    void looksAgainAMomentLaterWhereAKeyIsStillThere() throws Exception {
        store.nudges(() -> new NudgeBatch(1, 1, NOW.plusMillis(40)));

        assertThat(Duration.ofNanos(nudger.runOnce())).isEqualTo(Duration.ofNanos(200_000));
        nudger.runOnce();
        assertThat(store.calls).hasSize(2);
    }

    @Test
    void asksRedisNothingForAJobThatIsNotDueYet() throws Exception {
        nothingDueBefore(NOW.plusSeconds(3_600));
        nudger.runOnce();

        nudger.earliest(NOW.plusMillis(500));

        assertThat(Duration.ofNanos(nudger.runOnce()))
                .isEqualTo(Duration.ofMillis(500).plusNanos(100_000));
        assertThat(store.calls).hasSize(1);
    }

    @Test
    void followsTheFirstInstanceALittleLaterUntilThatOneFails() throws Exception {
        listeners.heardOf(List.of("a first one"));
        nothingDueBefore(NOW.plusMillis(40));

        assertThat(Duration.ofNanos(nudger.runOnce()))
                .isEqualTo(Duration.ofMillis(60).plusNanos(100_000));
        store.now = NOW.plusMillis(61);
        store.nudges(() -> new NudgeBatch(1, 0, NOW.plusMillis(101)));

        assertThat(Duration.ofNanos(nudger.runOnce()))
                .isEqualTo(Duration.ofMillis(40).plusNanos(100_000));
    }

    private void nothingDueBefore(@Nullable Instant due) {
        store.nudges(() -> new NudgeBatch(0, 0, due));
    }

    private void awaitNudges(int count) {
        Await.await(count + " nudges").until(() -> store.count("nudge 4") >= count);
    }
}
