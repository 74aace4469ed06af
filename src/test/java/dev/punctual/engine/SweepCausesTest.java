package dev.punctual.engine;

import static dev.punctual.engine.Fires.key;
import static dev.punctual.engine.Fires.swept;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Settlement;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SweepCausesTest {

    private static final int BOUND = 65_536;
    private static final long SETTLE = Duration.ofSeconds(1).toNanos();

    private final long start = System.nanoTime();
    private final SweepCauses causes = new SweepCauses(SETTLE);

    @Test
    void isLateWhereTheNotificationComesAfterTheSweep() {
        assertThat(causes.swept(swept("a", SweepCause.LOST), start, true)).isNull();
        assertThat(causes.isOpen()).isTrue();

        assertThat(causes.heard(key("a"), start + 1)).isTrue();

        assertThat(decided(start)).containsExactly(SweepCause.LATE);
        assertThat(causes.isOpen()).isFalse();
    }

    @Test
    void isLateWhereTheNotificationCameWhileTheSweepAsked() {
        causes.heard(key("a"), start + 10);

        assertThat(causes.swept(swept("a", SweepCause.LOST), start, true)).isNull();

        assertThat(decided(start)).containsExactly(SweepCause.LATE);
    }

    @Test
    void isSaturatedWhereTheNotificationHadComeBefore() {
        assertThat(causes.heard(key("a"), start - 10)).isFalse();

        assertThat(causes.swept(swept("a", SweepCause.LOST), start, true)).isNull();

        assertThat(decided(start)).containsExactly(SweepCause.SATURATED);
    }

    @Test
    void isLostWhereNoNotificationComesInTime() {
        causes.swept(swept("a", SweepCause.LOST), start, true);

        assertThat(decided(start)).isEmpty();
        assertThat(decided(System.nanoTime() + SETTLE)).containsExactly(SweepCause.LOST);
        assertThat(causes.heard(key("a"), start)).isFalse();
        assertThat(causes.isOpen()).isFalse();
    }

    @Test
    void isLostAtOnceWhereNoneCanCome() {
        assertThat(causes.swept(swept("a", SweepCause.LOST), start, false)).isEqualTo(SweepCause.LOST);
        assertThat(causes.isOpen()).isFalse();
    }

    @Test
    void leavesEveryOtherCauseAsItIs() {
        causes.heard(key("a"), start - 10);

        assertThat(causes.swept(swept("a", SweepCause.CATCH_UP), start, true)).isEqualTo(SweepCause.CATCH_UP);
        assertThat(causes.isOpen()).isFalse();
    }

    @Test
    void knowsNothingMoreOfANotificationThatLedToAClaim() {
        causes.heard(key("a"), start - 10);
        causes.claimed(key("a"));

        assertThat(causes.swept(swept("a", SweepCause.LOST), start, false)).isEqualTo(SweepCause.LOST);
    }

    @Test
    void decidesTheOldestFirstAndLeavesTheYoungerOpen() {
        causes.swept(swept("a", SweepCause.LOST), start, true);
        long between = System.nanoTime();
        while (System.nanoTime() == between) {
            Thread.onSpinWait();
        }
        long second = System.nanoTime();
        causes.swept(swept("b", SweepCause.LOST), start, true);

        List<Settlement> decided = causes.decided(second - 1 + SETTLE);

        assertThat(decided).extracting(one -> one.fire().dueKey()).containsExactly(key("a"));
        assertThat(causes.isOpen()).isTrue();
    }

    @Test
    void decidesAgainWhatCouldNotBeWritten() {
        causes.swept(swept("a", SweepCause.LOST), start, true);
        causes.heard(key("a"), start + 1);
        List<Settlement> decided = causes.decided(start);

        causes.takeBack(decided);

        assertThat(causes.isOpen()).isTrue();
        assertThat(causes.decided(start)).isEqualTo(decided);
        assertThat(causes.decided(start)).isEmpty();
    }

    @Test
    void letsNoMoreThanItsBoundWaitForACause() {
        for (int i = 0; i < BOUND; i++) {
            assertThat(causes.swept(swept("a" + i, SweepCause.LOST), start, true))
                    .isNull();
        }

        assertThat(causes.swept(swept("more", SweepCause.LOST), start, true)).isEqualTo(SweepCause.LOST);
    }

    @Test
    void believesNoNotificationThatCameLongBeforeTheDueTime() {
        causes.heard(key("a"), start - TimeUnit.MINUTES.toNanos(5));

        assertThat(causes.swept(swept("a", SweepCause.LOST), start, false)).isEqualTo(SweepCause.LOST);
    }

    @Test
    void remembersNoMoreThanItsBoundOfNotifications() {
        for (int i = 0; i <= BOUND; i++) {
            causes.heard(key("a" + i), start - 10);
        }

        assertThat(causes.swept(swept("a0", SweepCause.LOST), start, false)).isEqualTo(SweepCause.LOST);
        assertThat(causes.swept(swept("a1", SweepCause.LOST), start, false)).isNull();
        assertThat(decided(start)).containsExactly(SweepCause.SATURATED);
    }

    private List<SweepCause> decided(long nowNanos) {
        return causes.decided(nowNanos).stream().map(Settlement::cause).toList();
    }
}
