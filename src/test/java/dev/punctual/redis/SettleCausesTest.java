package dev.punctual.redis;

import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.retrying;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ClaimedFire;
import dev.punctual.core.Fire;
import dev.punctual.core.FireQuery;
import dev.punctual.core.Precondition;
import dev.punctual.core.Settlement;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class SettleCausesTest {

    private final Namespace ns = new Namespace();
    private final SettleCauses settle = new SettleCauses(ns.runner, ns.keys, 1_000);

    @Test
    void writesTheCauseIntoRecordLogAndCounters() {
        ns.schedule(List.of(now("a"), now("b"), now("c")));
        List<ClaimedFire> fires = ns.sweep(10).fires();

        settle.call(List.of(
                new Settlement(fires.get(0), SweepCause.LATE), new Settlement(fires.get(1), SweepCause.SATURATED)));

        assertThat(cause("a")).isEqualTo(SweepCause.LATE);
        assertThat(cause("b")).isEqualTo(SweepCause.SATURATED);
        assertThat(cause("c")).isEqualTo(SweepCause.LOST);
        assertThat(ns.counters()).isEqualTo(Map.of("sweep:late", 1L, "sweep:saturated", 1L, "sweep:lost", 1L));
        assertThat(logged()).containsExactly(SweepCause.LOST, SweepCause.SATURATED, SweepCause.LATE);
    }

    @Test
    void changesNothingTheSecondTime() {
        ns.schedule(now("a"));
        List<Settlement> settlements =
                List.of(new Settlement(ns.sweep(10).fires().get(0), SweepCause.LATE));
        settle.call(settlements);
        Map<String, String> before = ns.snapshot();

        settle.call(settlements);

        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void leavesTheRecordOfALaterAttemptOrLifeAlone() {
        ns.redis.cli("SET", ns.name + ":queue:mail", "not a list");
        ns.schedule(
                List.of(queued(retrying(now("again"), Drafts.fixed(5, Duration.ofMillis(1))), "mail"), now("anew")));
        List<ClaimedFire> first = ns.sweep(10).fires();
        ns.awaitDue(ns.job("again").dueAt());
        ns.put(now("anew"), new Precondition.None());
        ns.sweep(10);

        settle.call(first.stream()
                .map(fire -> new Settlement(fire, SweepCause.LATE))
                .toList());

        assertThat(cause("again")).isEqualTo(SweepCause.LOST);
        assertThat(cause("anew")).isEqualTo(SweepCause.LOST);
        assertThat(ns.counters()).isEqualTo(Map.of("sweep:late", 2L, "sweep:lost", 2L));
    }

    @Test
    void settlesAFireWhoseRecordIsGone() {
        ns.schedule(now("a"));
        List<ClaimedFire> fires = ns.sweep(10).fires();
        ns.redis.cli("DEL", ns.keys.job("a"));

        settle.call(List.of(new Settlement(fires.get(0), SweepCause.LATE)));

        assertThat(logged()).containsExactly(SweepCause.LATE);
        assertThat(ns.exists(ns.keys.job("a"))).isFalse();
    }

    @Test
    void keepsNoMoreCausesThanItMay() {
        SettleCauses few = new SettleCauses(ns.runner, ns.keys, 10);
        ns.schedule(IntStream.range(0, 50).mapToObj(i -> now("a" + i)).toList());
        List<ClaimedFire> fires = ns.sweep(100).fires();

        few.call(fires.stream()
                .map(fire -> new Settlement(fire, SweepCause.LATE))
                .toList());

        assertThat(ns.redis.cliLong("ZCARD", ns.keys.causes())).isEqualTo(10);
        assertThat(ns.counters().get("sweep:late")).isEqualTo(50);
        assertThat(ns.counters().get("sweep:lost")).isZero();
    }

    @Test
    void doesNotHoldUpSweepsWhereAnotherProgramHasTakenItsKeys() {
        ns.schedule(now("a"));
        List<ClaimedFire> fires = ns.sweep(10).fires();
        for (String key : List.of(ns.keys.causes(), ns.keys.counters())) {
            ns.redis.cli("DEL", key);
            ns.redis.cli("SET", key, "x");
        }

        settle.call(List.of(new Settlement(fires.get(0), SweepCause.LATE)));

        assertThat(cause("a")).isEqualTo(SweepCause.LATE);
    }

    private SweepCause cause(String id) {
        return ns.job(id).history().lastFire().cause();
    }

    private List<SweepCause> logged() {
        return new RedisFireLog(ns.runner, ns.keys)
                .fires(new FireQuery(null, null, 100, null)).items().stream()
                        .map(Fire::cause)
                        .toList();
    }
}
