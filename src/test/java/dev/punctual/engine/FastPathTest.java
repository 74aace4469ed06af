package dev.punctual.engine;

import static dev.punctual.engine.Fires.batch;
import static dev.punctual.engine.Fires.fast;
import static dev.punctual.engine.Fires.key;
import static dev.punctual.engine.Fires.keys;
import static dev.punctual.engine.Fires.swept;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueKey;
import dev.punctual.core.SweepCause;
import dev.punctual.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FastPathTest {

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final HintQueue hints = new HintQueue(8);
    private final SweepCauses causes = new SweepCauses(Duration.ofSeconds(1).toNanos());
    private final Listeners listeners = new Listeners("one");
    private final CatchUp catchUp = new CatchUp(() -> {});
    private final FastPath fastPath =
            new FastPath(Outlet.claims(store), hints, 4, causes, listeners, catchUp, telemetry);

    @Test
    void claimsWhatItHasHeardABatchAtATime() throws Exception {
        keys(6).forEach(fastPath::expired);
        store.claimsNotified(() -> new ClaimBatch(List.of(fast("k0")), 3, List.of(), List.of(), 0, null));

        fastPath.runOnce();
        fastPath.runOnce();

        assertThat(store.hints).containsExactly(keys(6).subList(0, 4), keys(6).subList(4, 6));
        assertThat(telemetry.claims).contains("fast won 1", "fast refused 3");
        assertThat(telemetry.fires).containsExactly(fast("k0").fire());
        assertThat(hints.handledCount()).isEqualTo(6);
    }

    @Test
    void isBusyForAMomentAfterALargeBatch() throws Exception {
        ClaimedFire[] many = IntStream.range(0, 32).mapToObj(i -> fast("k" + i)).toArray(ClaimedFire[]::new);
        fastPath.expired(key("a"));
        store.claimsNotified(() -> batch(0, null, many));
        assertThat(fastPath.isBusy()).isFalse();

        fastPath.runOnce();

        assertThat(fastPath.isBusy()).isTrue();
        Await.await("rest").until(() -> !fastPath.isBusy());
    }

    @Test
    void claimsAgainWhatABatchHadNoRoomFor() throws Exception {
        keys(4).forEach(fastPath::expired);
        store.claimsNotified(() -> batch(3, null, fast("k0")));
        store.claimsNotified(() -> batch(1, null, fast("k1"), fast("k2")));

        fastPath.runOnce();

        assertThat(store.hints).containsExactly(keys(4), keys(4).subList(1, 4), keys(4).subList(3, 4));
        assertThat(hints.handledCount()).isEqualTo(4);
    }

    @Test
    void givesUpTheHintsOfAClaimThatFailed() {
        keys(3).forEach(fastPath::expired);
        store.claimsNotified(() -> {
            throw new IllegalStateException("Redis is gone");
        });

        assertThatIllegalStateException().isThrownBy(fastPath::runOnce);

        assertThat(hints.handledCount()).isEqualTo(3);
        assertThat(hints.size()).isZero();
    }

    @Test
    void dropsWhatFindsNoRoomAndCountsIt() {
        keys(9).forEach(fastPath::expired);

        assertThat(telemetry.notifications).containsOnly("accepted", "dropped").hasSize(9);
        assertThat(telemetry.notifications).filteredOn("dropped"::equals).hasSize(1);
        // Its sweep will find that the notification had come.
        assertThat(causes.swept(swept("k8", SweepCause.LOST), System.nanoTime(), true))
                .isNull();
        assertThat(causes.decided(0).get(0).cause()).isEqualTo(SweepCause.SATURATED);
    }

    @Test
    void claimsNothingThatASweepHasTakenBefore() {
        causes.swept(swept("a", SweepCause.LOST), System.nanoTime(), true);

        assertThat(fastPath.expired(key("a"))).isTrue();

        assertThat(hints.size()).isZero();
        assertThat(hints.handledCount()).isEqualTo(1);
        assertThat(telemetry.notifications).containsExactly("late");
    }

    @Test
    void leavesToEachInstanceItsShare() {
        listeners.heardOf(List.of("one", "two", "three"));
        Listeners two = new Listeners("two");
        two.heardOf(List.of("one", "three"));
        List<DueKey> many = keys(30);

        List<DueKey> ours =
                many.stream().filter(key -> listeners.isOurs(key.id())).toList();
        many.forEach(fastPath::expired);

        assertThat(hints.size()).isEqualTo(Math.min(8, ours.size())).isBetween(1, 29);
        assertThat(hints.handledCount()).isEqualTo(30 - hints.size());
        assertThat(many).noneMatch(key -> listeners.isOurs(key.id()) && two.isOurs(key.id()));
    }

    @Test
    void leavesToTheReconcilerWhatItIsCatchingUp() throws Exception {
        catchUp.begin(ScriptedDueStore.NOW);
        fastPath.expired(key("a"));
        fastPath.runOnce();
        catchUp.done();
        fastPath.expired(key("a"));
        fastPath.runOnce();

        assertThat(store.catchUps).containsExactly(ScriptedDueStore.NOW, Instant.EPOCH);
    }

    @Test
    void stopsAtOnceThoughItWaitsForHints() {
        fastPath.start();
        fastPath.expired(key("a"));
        Await.await("claimed").until(() -> store.count("claimNotified") == 1);
        long started = System.nanoTime();

        fastPath.stop(Duration.ofSeconds(30));

        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofMillis(800));
    }
}
