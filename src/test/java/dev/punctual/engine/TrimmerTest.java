package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrimmerTest {

    private static final long INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final Trimmer trimmer = new Trimmer(store, Duration.ofSeconds(5));

    @Test
    void goesOnSoonButNotAtOnceWhereMoreIsToBeRemoved() {
        store.trims(32);
        store.trims(31);

        assertThat(trimmer.runOnce()).isStrictlyBetween(0L, INTERVAL_NANOS);
        assertThat(trimmer.runOnce()).isEqualTo(INTERVAL_NANOS);

        assertThat(store.calls).containsExactly("trim 32", "trim dead 32", "trim 32", "trim dead 32");
    }

    @Test
    void looksLessOftenWhereItFoundNothing() {
        assertThat(trimmer.runOnce()).isEqualTo(6 * INTERVAL_NANOS);
    }
}
