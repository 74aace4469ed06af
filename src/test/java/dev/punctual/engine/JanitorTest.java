package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JanitorTest {

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final Janitor janitor = new Janitor(store, Duration.ofSeconds(5), new Listeners("one"), () -> true);

    @Test
    void beatsAndTrimsAtEachInterval() {
        assertThat(janitor.runOnce()).isEqualTo(Duration.ofSeconds(5).toNanos());

        assertThat(store.calls).containsExactly("beat", "trim 256", "trim dead 256");
    }

    @Test
    void trimsInSmallStepsUntilNothingIsLeft() {
        store.trims(256);
        store.trims(256);
        store.trims(255);

        janitor.runOnce();

        assertThat(store.calls).containsExactly("beat", "trim 256", "trim 256", "trim 256", "trim dead 256");
    }

    @Test
    void looksForFinishedJobsLessOftenWhereItFoundNone() {
        Janitor busy = new Janitor(store, Duration.ofNanos(1), new Listeners("one"), () -> true);
        for (int round = 0; round < 18; round++) {
            busy.runOnce();
        }
        assertThat(store.count("trim 256")).isEqualTo(3);

        store.trims(1);
        store.trims(1);
        for (int round = 18; round < 21; round++) {
            busy.runOnce();
        }
        assertThat(store.count("trim 256")).isEqualTo(6);
    }

    @Test
    void onlyShowsThatItLivesWhereItIsWokenBeforeItsTime() {
        janitor.runOnce();
        janitor.runOnce();

        assertThat(store.calls).containsExactly("beat", "trim 256", "trim dead 256", "beat");
    }
}
