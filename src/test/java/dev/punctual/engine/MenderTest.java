package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.DueStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MenderTest {

    private final ScriptedDueStore store = new ScriptedDueStore();
    private final Mender mender = new Mender(store, Duration.ofSeconds(5));

    @Test
    void looksAtAllRecordsStepByStepAndThenSeldom() {
        store.mends(new DueStore.Mended("17", List.of("a")));
        store.mends(new DueStore.Mended("0", List.of()));
        store.mends(new DueStore.Mended("5", List.of()));

        assertThat(mender.runOnce()).isBetween(0L, Duration.ofSeconds(5).toNanos());
        assertThat(mender.runOnce()).isEqualTo(Duration.ofSeconds(20).toNanos());
        assertThat(mender.runOnce()).isEqualTo(Duration.ofSeconds(20).toNanos());

        assertThat(store.calls).containsExactly("mend 0", "mend 17", "mend 0");
    }
}
