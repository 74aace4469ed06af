package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JanitorTest {

    private final ScriptedDueStore store = new ScriptedDueStore();

    @Test
    void showsThatItLivesAtEachInterval() {
        Janitor janitor = new Janitor(store, Duration.ofSeconds(2), new Listeners("one"), () -> true);

        assertThat(janitor.runOnce()).isEqualTo(Duration.ofSeconds(2).toNanos());

        assertThat(store.calls).containsExactly("beat");
    }

    @Test
    void showsThatItLivesEveryFiveSecondsHoweverSeldomTheSweep() {
        Janitor janitor = new Janitor(store, Duration.ofMinutes(1), new Listeners("one"), () -> true);

        assertThat(janitor.runOnce()).isEqualTo(Duration.ofSeconds(5).toNanos());
    }
}
