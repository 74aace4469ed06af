package dev.punctual.redis;

import static dev.punctual.redis.Drafts.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.FireTail;
import dev.punctual.core.Settlement;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class RedisFireTailTest {

    private static final Duration SOON = Duration.ofMillis(50);

    private final Namespace ns = new Namespace();
    private final FireTail tail =
            new RedisFireTail(ns.runner, ns.keys, SharedConnections.get()::openOther, Duration.ofSeconds(2));

    @AfterEach
    void rest() {
        tail.rest();
    }

    @Test
    void waitsNoLongerThanItIsPatient() {
        long before = System.nanoTime();

        assertThat(tail.after(FireTail.START, 10, SOON)).isEqualTo(new FireTail.Stretch(true, List.of(), "0-0"));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(SOON, Duration.ofSeconds(1));
    }

    @Test
    void readsOnWhereItWasWithoutALossAndWithoutARepetition() {
        assertThat(tail.end()).isEqualTo(FireTail.START);
        fire("a", "b", "c");

        FireTail.Stretch two = tail.after(FireTail.START, 2, SOON);
        FireTail.Stretch rest = tail.after(two.end(), 2, SOON);
        FireTail.Stretch looked = tail.after(two.end(), 2, Duration.ZERO);

        assertThat(ids(two)).containsExactly("a", "b");
        assertThat(ids(rest)).containsExactly("c");
        assertThat(looked).isEqualTo(rest);
        assertThat(two.whole()).isTrue();
        assertThat(rest.end()).isEqualTo(tail.end());
    }

    @Test
    void saysWhenTheLogHasBeenCutBehindThePosition() {
        fire("a", "b", "c");
        String first = tail.after(FireTail.START, 1, SOON).end();
        String second = tail.after(first, 1, SOON).end();
        ns.redis.cli("XTRIM", ns.keys.fires(), "MAXLEN", "=", "2");

        assertThat(tail.after(FireTail.START, 10, SOON).whole()).isFalse();
        assertThat(tail.after(first, 10, SOON).whole()).isFalse();
        assertThat(tail.after(second, 10, SOON).whole()).isTrue();
    }

    @Test
    void saysWhenTheLogIsAnotherOne() {
        fire("a");
        String last = tail.end();
        ns.redis.cli("DEL", ns.keys.fires());
        fire("b");

        FireTail.Stretch read = tail.after(last, 10, SOON);

        assertThat(read.whole()).isFalse();
        assertThat(ids(read)).containsExactly("b");
    }

    @Test
    void tellsACauseAsItWasSettled() {
        ns.schedule(List.of(now("a")));
        ns.awaitDue(ns.job("a").dueAt().plusMillis(1));
        var swept = ns.sweep(10).fires();
        assertThat(cause()).isEqualTo(SweepCause.LOST);
        new SettleCauses(ns.runner, ns.keys, 100).call(List.of(new Settlement(swept.get(0), SweepCause.LATE)));

        assertThat(cause()).isEqualTo(SweepCause.LATE);
    }

    @Test
    void passesOverWhatIsNoRecordOfOurs() {
        ns.redis.cli("XADD", ns.keys.fires(), "1-1", "id", "x", "queue", "y");
        fire("a");

        FireTail.Stretch first = tail.after(FireTail.START, 1, SOON);

        assertThat(first.entries()).isEmpty();
        assertThat(first.end()).isEqualTo("1-1");
        assertThat(ids(tail.after(first.end(), 10, SOON))).containsExactly("a");
    }

    private SweepCause cause() {
        return tail.after(FireTail.START, 1, SOON).entries().get(0).fire().cause();
    }

    private void fire(String... ids) {
        for (String id : ids) {
            ns.schedule(List.of(now(id)));
            ns.claimNotified(Namespace.hint(id, 1));
        }
    }

    private static List<String> ids(FireTail.Stretch stretch) {
        return stretch.entries().stream()
                .map(entry -> entry.fire().job().id().value())
                .toList();
    }
}
