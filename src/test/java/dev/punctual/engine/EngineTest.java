package dev.punctual.engine;

import static dev.punctual.engine.Fires.batch;
import static dev.punctual.engine.Fires.fast;
import static dev.punctual.engine.Fires.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ExpiryFeed;
import dev.punctual.core.Tracing;
import dev.punctual.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineTest {

    private static final Instant NOW = ScriptedDueStore.NOW;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final AtomicReference<ExpiryFeed.Listener> ear = new AtomicReference<>();
    private Engine engine = engine(true, true);

    private Engine engine(boolean fastPath, boolean nudge) {
        Engine.Settings settings = new Engine.Settings(
                new FastPathSettings(fastPath, null, null),
                new NudgeSettings(nudge, null),
                new SweepSettings(Duration.ofHours(1), null, null, null));
        return new Engine(store, Outlet.none(), settings, "one", () -> true, telemetry, Tracing.NONE);
    }

    @AfterEach
    void stop() {
        engine.stop(LIMIT);
    }

    @Test
    void claimsWhatTheFeedTells() {
        engine.start(ear::set);
        store.claimsNotified(() -> batch(0, null, fast("a")));

        ear.get().expired(key("a"));

        Await.await("fired").until(() -> telemetry.fires.size() == 1);
        assertThat(store.hints).hasSize(1);
    }

    @Test
    void catchesUpAtTheStartAndAfterEachSubscription() {
        engine.start(ear::set);
        awaitSweeps(1);

        ear.get().listening();
        awaitSweeps(2);
        ear.get().deaf();
        ear.get().listening();
        awaitSweeps(3);

        assertThat(store.catchUps).containsOnly(NOW);
    }

    @Test
    void nudgesOnlyWhileItListensAndHasCaughtUp() {
        engine.start(ear::set);
        awaitSweeps(1);
        engine.earliest(NOW.minusSeconds(60));
        awaitSweeps(2);
        assertThat(nudges()).isZero();

        ear.get().listening();

        Await.await("nudged").until(() -> nudges() > 0);
        List<String> calls = List.copyOf(store.calls);
        assertThat(calls.subList(0, calls.indexOf("nudge 256")))
                .filteredOn("claimOverdue"::equals)
                .hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void wakesBothPathsForANewEarliestJob() {
        engine.start(ear::set);
        ear.get().listening();
        Await.await("nudged").until(() -> nudges() > 0);
        long before = nudges();
        int sweeps = telemetry.sweeps.get();

        ear.get().earliest(NOW.minusSeconds(60));

        Await.await("nudged again").until(() -> nudges() > before);
        awaitSweeps(sweeps + 1);
    }

    @Test
    void sweepsAloneWhereTheFastPathIsSwitchedOff() {
        engine = engine(false, true);

        engine.start(ear::set);
        awaitSweeps(1);
        engine.earliest(NOW.minusSeconds(60));
        awaitSweeps(2);

        assertThat(ear.get()).isNull();
        assertThat(nudges()).isZero();
    }

    @Test
    void doesWithoutNudgesWhereTheyAreSwitchedOff() {
        engine = engine(true, false);

        engine.start(ear::set);
        ear.get().listening();
        awaitSweeps(1);
        ear.get().expired(key("a"));
        Await.await("claimed").until(() -> store.count("claimNotified") == 1);

        assertThat(nudges()).isZero();
    }

    @Test
    void stopsWithinItsLimitThoughRedisHangs() {
        CountDownLatch never = new CountDownLatch(1);
        store.claimsOverdue(() -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return ScriptedDueStore.NOTHING;
        });
        engine.start(ear::set);
        Await.await("hangs").until(() -> store.count("claimOverdue") == 1);
        long started = System.nanoTime();

        engine.stop(Duration.ofMillis(200));

        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(2));
        int calls = store.calls.size();
        engine.earliest(NOW);
        ear.get().expired(key("a"));
        assertThat(store.calls).hasSize(calls);
    }

    @Test
    void saysThatItListensThatItDoesNotAndThatItLeaves() {
        engine.start(ear::set);
        ear.get().listening();
        awaitBeats("beat", 1);
        ear.get().deaf();
        awaitBeats("beat deaf", 1);
        ear.get().listening();
        awaitBeats("beat", 2);
        ear.get().instancesChanged();
        awaitBeats("beat", 3);
        long deaf = store.count("beat deaf");

        engine.stop(LIMIT);

        assertThat(store.count("beat deaf")).isEqualTo(deaf + 1);
    }

    @Test
    void leavesToAnotherInstanceItsShare() {
        store.listeners = List.of("one", "two");
        engine.start(ear::set);
        ear.get().listening();
        awaitBeats("beat", 1);
        Await.await("share").until(() -> {
            ear.get().expired(key("a"));
            ear.get().expired(key("b"));
            return telemetry.notifications.contains("left");
        });
        assertThat(telemetry.notifications).contains("accepted");
    }

    private void awaitBeats(String kind, int count) {
        Await.await(count + " of " + kind).until(() -> store.count(kind) >= count);
    }

    private void awaitSweeps(int count) {
        Await.await(count + " sweeps").until(() -> telemetry.sweeps.get() >= count);
    }

    private long nudges() {
        return store.count("nudge 256");
    }
}
