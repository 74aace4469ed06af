package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CatchUpTest {

    private static final Instant NOW = ScriptedDueStore.NOW;

    private final AtomicInteger done = new AtomicInteger();
    private final CatchUp catchUp = new CatchUp(done::incrementAndGet);

    @Test
    void isAskedForAtTheStart() {
        assertThat(catchUp.isOpen()).isTrue();
        assertThat(catchUp.before()).isEqualTo(Instant.EPOCH);

        catchUp.begin(NOW);

        assertThat(catchUp.before()).isEqualTo(NOW);
        assertThat(catchUp.isOpen()).isTrue();
    }

    @Test
    void tellsOnceWhenAllHasBeenCaughtUp() {
        catchUp.begin(NOW);

        catchUp.done();
        catchUp.done();

        assertThat(done).hasValue(1);
        assertThat(catchUp.isOpen()).isFalse();
        assertThat(catchUp.before()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void doesNotMoveItsBoundaryWhileUnderWay() {
        catchUp.begin(NOW);
        catchUp.begin(NOW.plusSeconds(9));

        assertThat(catchUp.before()).isEqualTo(NOW);
    }

    @Test
    void beginsNothingThatWasNotAskedFor() {
        catchUp.begin(NOW);
        catchUp.done();

        catchUp.begin(NOW.plusSeconds(9));

        assertThat(catchUp.before()).isEqualTo(Instant.EPOCH);
        assertThat(done).hasValue(1);
    }

    @Test
    void staysOpenForARequestThatCameWhileUnderWay() {
        catchUp.begin(NOW);
        catchUp.request();
        catchUp.done();

        assertThat(catchUp.isOpen()).isTrue();
        catchUp.begin(NOW.plusSeconds(9));
        assertThat(catchUp.before()).isEqualTo(NOW.plusSeconds(9));
    }
}
