package dev.punctual.engine;

import static dev.punctual.engine.Fires.batch;
import static dev.punctual.engine.Fires.key;
import static dev.punctual.engine.Fires.swept;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.Fire;
import dev.punctual.core.JobId;
import dev.punctual.core.Settlement;
import dev.punctual.core.SweepCause;
import dev.punctual.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReconcilerTest {

    private static final Instant NOW = ScriptedDueStore.NOW;
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofMillis(100);
    private static final Duration SETTLE = Duration.ofSeconds(30);

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final SweepCauses causes = new SweepCauses(SETTLE.toNanos());
    private final Listeners listeners = new Listeners("one");
    private final CatchUp catchUp = new CatchUp(() -> {});
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean arrive = new AtomicBoolean(true);
    private final Reconciler reconciler = new Reconciler(
            Outlet.claims(store),
            new SweepSettings(INTERVAL, GRACE, 16, SETTLE),
            causes,
            listeners,
            catchUp,
            new Reconciler.Feed(arrive::get, busy::get),
            telemetry);

    @Test
    void goesOnBatchAfterBatchUntilNothingIsOverdue() {
        for (int i = 0; i < 20; i++) {
            String id = "a" + i;
            store.claimsOverdue(() -> batch(1, NOW, swept(id, SweepCause.LOST)));
        }
        store.claimsOverdue(() -> batch(0, null, swept("last", SweepCause.LOST)));

        reconciler.runOnce();

        assertThat(store.count("claimOverdue")).isEqualTo(21);
        assertThat(telemetry.sweeps).hasValue(1);
        assertThat(telemetry.claims).hasSize(21).containsOnly("sweep won 1");
    }

    @Test
    void goesOnWhereABatchHeldOnlyWhatWasTakenOff() {
        store.claimsOverdue(() -> new ClaimBatch(List.of(), 0, List.of("broken"), List.of(), 1, NOW));
        store.claimsOverdue(() -> new ClaimBatch(List.of(), 0, List.of(), List.of("ghost"), 1, NOW));

        reconciler.runOnce();

        assertThat(store.count("claimOverdue")).isEqualTo(3);
    }

    @Test
    void doesNotSpinWhereABatchMadeNoProgress() {
        store.claimsOverdue(() -> batch(1, NOW));

        assertThat(reconciler.runOnce()).isPositive();

        assertThat(store.count("claimOverdue")).isEqualTo(1);
    }

    @Test
    void catchesUpAtTheStartAndThenLeavesJobsTheirGrace() {
        store.claimsOverdue(() -> batch(1, NOW, swept("a", SweepCause.CATCH_UP)));

        reconciler.runOnce();
        reconciler.runOnce();

        assertThat(store.catchUps).containsExactly(NOW, NOW, Instant.EPOCH);
        assertThat(catchUp.isOpen()).isFalse();
        assertThat(telemetry.fires).extracting(Fire::cause).containsExactly(SweepCause.CATCH_UP);
    }

    @Test
    void catchesUpAfterAFault() {
        reconciler.runOnce();
        store.claimsOverdue(() -> {
            throw new IllegalStateException("Redis is gone");
        });
        assertThatIllegalStateException().isThrownBy(reconciler::runOnce);
        store.claimsOverdue(() -> {
            throw new StackOverflowError();
        });
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(reconciler::runOnce);
        store.now = NOW.plusSeconds(9);

        reconciler.runOnce();
        reconciler.runOnce();

        assertThat(store.catchUps).containsExactly(NOW, Instant.EPOCH, NOW, NOW.plusSeconds(9), Instant.EPOCH);
        assertThat(telemetry.sweeps).hasValue(3);
    }

    @Test
    void catchesUpWhenAskedWithoutWaitingForItsInterval() {
        reconciler.start();
        try {
            Await.await("first sweep").until(() -> telemetry.sweeps.get() == 1);
            reconciler.catchUp();
            Await.await("second sweep").until(() -> telemetry.sweeps.get() == 2);
        } finally {
            reconciler.stop(Duration.ofSeconds(5));
        }
        assertThat(store.catchUps).containsExactly(NOW, NOW);
    }

    @Test
    void restsUntilTheHeadIsOverdueByTheGrace() {
        store.claimsOverdue(() -> batch(0, NOW.plusMillis(40)));

        assertThat(Duration.ofNanos(reconciler.runOnce())).isEqualTo(Duration.ofMillis(40 + 100 + 1));
    }

    @Test
    void restsNoLongerThanItsInterval() {
        store.claimsOverdue(() -> batch(0, NOW.plus(Duration.ofDays(365_000))));

        assertThat(reconciler.runOnce()).isEqualTo(INTERVAL.toNanos());
        assertThat(reconciler.runOnce()).isBetween(1L, INTERVAL.toNanos());
    }

    @Test
    void givesWayToAFastPathThatWorksOffABacklogButNotForLong() {
        reconciler.runOnce();
        busy.set(true);
        reconciler.earliest(NOW.minusSeconds(1));

        assertThat(reconciler.runOnce()).isEqualTo(Duration.ofMillis(50).toNanos());
        assertThat(store.count("claimOverdue")).isEqualTo(1);
        Await.await("a sweep all the same").until(() -> {
            reconciler.runOnce();
            return store.count("claimOverdue") == 2;
        });
    }

    @Test
    void stopsBetweenTwoBatchesWhereTheFastPathGetsBusy() {
        reconciler.runOnce();
        reconciler.earliest(NOW.minusSeconds(1));
        store.claimsOverdue(() -> {
            busy.set(true);
            return batch(1, NOW, swept("a", SweepCause.LOST));
        });

        reconciler.runOnce();

        assertThat(store.count("claimOverdue")).isEqualTo(2);
    }

    @Test
    void catchesUpHoweverBusyTheFastPathIs() {
        busy.set(true);
        store.claimsOverdue(() -> batch(1, NOW, swept("a", SweepCause.CATCH_UP)));

        reconciler.runOnce();

        assertThat(store.count("claimOverdue")).isEqualTo(2);
    }

    @Test
    void isWokenByAnEarlierJobOnly() {
        store.claimsOverdue(() -> batch(0, NOW.plusSeconds(3_600)));
        reconciler.start();
        try {
            Await.await("first sweep").until(() -> telemetry.sweeps.get() == 1);
            store.claimsOverdue(() -> batch(0, NOW.plusSeconds(60)));

            reconciler.earliest(NOW.plusSeconds(7_200));
            reconciler.earliest(NOW.minus(GRACE));

            Await.await("second sweep").until(() -> telemetry.sweeps.get() >= 2);
        } finally {
            reconciler.stop(Duration.ofSeconds(5));
        }
        assertThat(telemetry.sweeps).hasValue(2);
    }

    @Test
    void asksRedisNothingForAJobThatIsNotOverdueYet() {
        store.claimsOverdue(() -> batch(0, NOW.plusSeconds(3_600)));
        reconciler.runOnce();

        reconciler.earliest(NOW.plusSeconds(1));
        long rest = reconciler.runOnce();

        assertThat(store.count("claimOverdue")).isEqualTo(1);
        assertThat(Duration.ofNanos(rest)).isEqualTo(Duration.ofMillis(1_101));
    }

    @Test
    void leavesNothingMoreToAnInstanceWhoseJobItHadToSweep() {
        listeners.heardOf(List.of("one", "two"));
        List<String> ofTwo = IntStream.range(0, 100)
                .mapToObj(i -> "a" + i)
                .filter(id -> !listeners.isOurs(new JobId(id)))
                .toList();
        store.claimsOverdue(() -> batch(0, null, swept(ofTwo.get(0), SweepCause.LOST)));

        reconciler.runOnce();

        assertThat(ofTwo).hasSizeGreaterThan(1).allMatch(id -> listeners.isOurs(new JobId(id)));
    }

    @Test
    void reportsALostJobAtOnceWhereNoNotificationsArrive() {
        arrive.set(false);
        store.claimsOverdue(() -> batch(0, null, swept("a", SweepCause.LOST)));

        reconciler.runOnce();

        assertThat(telemetry.fires).extracting(Fire::cause).containsExactly(SweepCause.LOST);
        assertThat(store.settled).isEmpty();
    }

    @Test
    void reportsAFireOnceItsCauseIsFinalAndWritesIt() {
        store.claimsOverdue(() -> batch(0, null, swept("a", SweepCause.LOST)));

        long rest = reconciler.runOnce();
        assertThat(telemetry.fires).isEmpty();
        assertThat(rest).isEqualTo(Duration.ofMillis(100).toNanos());

        causes.heard(key("a"), System.nanoTime());
        reconciler.runOnce();

        assertThat(telemetry.fires).extracting(Fire::cause).containsExactly(SweepCause.LATE);
        assertThat(store.settled).extracting(Settlement::cause).containsExactly(SweepCause.LATE);
    }

    @Test
    void triesAgainToWriteACauseThatRedisDidNotTake() {
        store.claimsOverdue(() -> batch(0, null, swept("a", SweepCause.LOST)));
        reconciler.runOnce();
        causes.heard(key("a"), System.nanoTime());
        store.settles(() -> {
            throw new IllegalStateException("Redis is gone");
        });

        assertThatIllegalStateException().isThrownBy(reconciler::runOnce);
        assertThat(telemetry.fires).isEmpty();
        reconciler.runOnce();

        assertThat(store.settled).hasSize(1);
        assertThat(telemetry.fires).hasSize(1);
    }

    @Test
    void writesCausesInBoundedBatches() {
        for (int i = 0; i < 600; i++) {
            causes.heard(key("a" + i), System.nanoTime());
            causes.swept(swept("a" + i, SweepCause.LOST), System.nanoTime(), true);
        }

        reconciler.runOnce();

        assertThat(store.count("settle")).isEqualTo(3);
        assertThat(store.settled).hasSize(600);
    }
}
