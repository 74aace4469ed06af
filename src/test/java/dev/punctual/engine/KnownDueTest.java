package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class KnownDueTest {

    private static final Instant NOW = ScriptedDueStore.NOW;

    private final KnownDue known = new KnownDue();

    @Test
    void keepsTheEarliestThatItHears() {
        assertThat(known.hear(NOW)).isTrue();
        assertThat(known.hear(NOW.plusMillis(1))).isFalse();
        assertThat(known.hear(NOW)).isFalse();
        assertThat(known.hear(null)).isFalse();
        assertThat(known.hear(NOW.minusMillis(1))).isTrue();

        assertThat(known.earliest()).isEqualTo(NOW.minusMillis(1));
    }

    @Test
    void knowsNothingAtFirstAndAfterItForgot() {
        assertThat(known.earliest()).isNull();
        known.hear(NOW);

        known.forget();

        assertThat(known.earliest()).isNull();
        assertThat(known.hear(NOW.plusSeconds(1))).isTrue();
    }
}
