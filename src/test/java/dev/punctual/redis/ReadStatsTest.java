package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ClaimedFire;
import dev.punctual.core.Settlement;
import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class ReadStatsTest {

    private final Namespace ns = new Namespace();
    private final ReadStats stats = new ReadStats(ns.runner, ns.keys);

    @Test
    void isAllZeroInAnEmptyNamespace() {
        StoreStats empty = stats.call();

        assertThat(empty.jobs()).isEqualTo(new StoreStats.Jobs(0, 0, 0, 0, 0, 0));
        assertThat(empty.fires().fast()).isZero();
        assertThat(empty.fires().bySweepCause()).containsOnlyKeys(SweepCause.values());
        assertThat(empty.fires().sweep()).isZero();
        assertThat(empty.instances()).isEmpty();
    }

    @Test
    void tellsRedisTime() {
        long before = ns.nowMillis();

        assertThat(stats.call().now().toEpochMilli()).isBetween(before, ns.nowMillis());
    }

    @Test
    void countsJobsWhereTheyAre() {
        ns.schedule(List.of(now("a"), now("b"), draft("c"), draft("d")));
        ns.claimNotified(Namespace.hint("a", 1));
        ns.cancel("d");
        ns.redis.cli("ZADD", ns.keys.running(), "1", "x", "2", "y", "3", "z");
        ns.redis.cli("ZADD", ns.keys.dead(), "1", "x");
        Instant due = ns.job("b").dueAt();
        ns.awaitDue(due.plusMillis(5));

        StoreStats found = stats.call();

        long age = found.now().toEpochMilli() - due.toEpochMilli();
        assertThat(found.jobs()).isEqualTo(new StoreStats.Jobs(2, 1, 3, 1, 2, age));
        assertThat(age).isGreaterThanOrEqualTo(5);
    }

    @Test
    void countsFiresByPathAndFinalCause() {
        ns.schedule(List.of(now("a"), now("b"), now("c"), now("d")));
        ns.claimNotified(Namespace.hint("a", 1));
        List<ClaimedFire> swept = ns.sweep(10).fires();
        new SettleCauses(ns.runner, ns.keys, 100).call(List.of(new Settlement(swept.get(0), SweepCause.LATE)));

        StoreStats.Fires fires = stats.call().fires();

        assertThat(fires.fast()).isEqualTo(1);
        assertThat(fires.sweep()).isEqualTo(3);
        assertThat(fires.bySweepCause())
                .containsEntry(SweepCause.LATE, 1L)
                .containsEntry(SweepCause.LOST, 2L)
                .containsEntry(SweepCause.CATCH_UP, 0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-inf", "-1", "1.5", "+inf", "1e300"})
    void answersWhateverScoreSomebodyHasWritten(String score) {
        ns.redis.cli("ZADD", ns.keys.schedule(), score, "a");

        assertThat(stats.call().jobs().scheduled()).isEqualTo(1);
        assertThat(new CountQueues(ns.runner, ns.keys).call()).isEmpty();
    }
}
