package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.JobState;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class ClaimOverdueTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Namespace ns = new Namespace();

    @Test
    void hasNothingToDoOnAnEmptySchedule() {
        assertThat(ns.sweep(10)).isEqualTo(new ClaimBatch(List.of(), 0, List.of(), List.of(), 0, null));
    }

    @Test
    void firesWhatIsOverdueWithItsPathAndProvisionalCause() {
        ns.schedule(List.of(queued(now("a"), "mail"), in("later", MINUTE)));

        ClaimBatch batch = ns.sweep(10);

        assertThat(batch.fires()).hasSize(1);
        assertThat(batch.fires().get(0).fire().path()).isEqualTo(FirePath.SWEEP);
        assertThat(batch.fires().get(0).fire().cause()).isEqualTo(SweepCause.LOST);
        assertThat(batch.fires().get(0).fire().outcome()).isEqualTo(FireOutcome.DELIVERED);
        assertThat(batch.left()).isZero();
        assertThat(batch.nextDue()).isEqualTo(ns.job("later").dueAt());
        assertThat(ns.handedOverIds("mail")).containsExactly("a");
        assertThat(ns.counters()).isEqualTo(Map.of("sweep:lost", 1L));
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:mail", 1L, "scheduled:default", 1L));
    }

    @Test
    void leavesAJobToTheFastPathForTheGrace() {
        Instant due = ns.schedule(now("a")).dueAt();

        assertThat(ns.sweep(10, MINUTE, Instant.EPOCH).fires()).isEmpty();
        assertThat(ns.sweep(10, MINUTE, Instant.EPOCH).nextDue()).isEqualTo(due);

        ns.awaitDue(due.plusMillis(20));
        assertThat(ns.sweep(10, Duration.ofMillis(20), Instant.EPOCH).fires()).hasSize(1);
    }

    @Test
    void catchesUpWithoutGraceWhatWasDueBefore() {
        Instant due = ns.schedule(now("a")).dueAt();
        ns.awaitDue(due.plusMillis(1));

        assertThat(ns.sweep(10, MINUTE, due).fires()).isEmpty();
        ClaimBatch batch = ns.sweep(10, MINUTE, due.plusMillis(1));

        assertThat(batch.fires()).hasSize(1);
        assertThat(batch.fires().get(0).fire().cause()).isEqualTo(SweepCause.CATCH_UP);
        assertThat(ns.counters()).isEqualTo(Map.of("sweep:catch_up", 1L));
    }

    @Test
    void isNeverEarlyEvenWhereItCatchesUp() {
        ns.schedule(in("a", MINUTE));

        assertThat(ns.sweep(10, Duration.ZERO, Instant.parse("9999-01-01T00:00:00Z"))
                        .fires())
                .isEmpty();
    }

    @Test
    void takesTheOldestFirstAndSaysWhetherMoreIsOverdue() {
        long now = ns.nowMillis();
        ns.schedule(List.of(at("c", now + 30), at("a", now + 10), at("b", now + 20), at("d", now + 40)));
        ns.awaitDue(Instant.ofEpochMilli(now + 40));

        ClaimBatch first = ns.sweep(3);
        ClaimBatch second = ns.sweep(3);

        assertThat(first.left()).isEqualTo(1);
        assertThat(first.nextDue()).isEqualTo(Instant.ofEpochMilli(now + 40));
        assertThat(second.left()).isZero();
        assertThat(ns.handedOverIds("default")).containsExactly("a", "b", "c", "d");
    }

    @Test
    void endsTheDueKeyOfWhatItTakes() {
        ns.schedule(draft("a"));
        ns.tamper("a", "r[5] = 1");
        ns.redis.cli("ZADD", ns.keys.schedule(), "1", "a");
        ns.redis.cli("PERSIST", ns.dueKey("a", 1));

        ns.sweep(10);

        assertThat(ns.exists(ns.dueKey("a", 1))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis.call('SET', ARGV[1], 'garbage')",
                "redis.call('SET', ARGV[1], '')",
                "redis.call('DEL', ARGV[1]) redis.call('RPUSH', ARGV[1], 'x')",
                "redis.call('SET', ARGV[1], cmsgpack.pack(2, 1, 1, 1, 'q'))",
                "redis.call('SET', ARGV[1], cmsgpack.pack(1, 9, 0, 1, 1, 'q', 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))"
            })
    void setsABrokenRecordAsideWithItsReasonAndGoesOn(String damage) {
        ns.schedule(List.of(now("first"), now("broken"), now("last")));
        ns.lua(damage, ns.keys.job("broken"));
        String kept = String.valueOf(ns.redis.cli("DUMP", ns.keys.job("broken")));

        ClaimBatch batch = ns.sweep(10);

        assertThat(batch.setAside()).containsExactly("broken");
        assertThat(ns.handedOverIds("default")).containsExactly("first", "last");
        assertThat(ns.job("broken").state()).isEqualTo(JobState.DEAD);
        assertThat(ns.job("broken").history().lastError()).startsWith("set aside: ");
        assertThat(ns.members(ns.keys.dead())).containsExactly("broken");
        assertThat(ns.members(ns.keys.schedule())).isEmpty();
        assertThat(ns.redis.cli("DUMP", "{" + ns.name + ".0}:broken:broken")).isEqualTo(kept);
        assertThat(ns.sweep(10).setAside()).isEmpty();
    }

    @Test
    void takesOffWhatHasNoWaitingRecord() {
        ns.schedule(List.of(now("done"), draft("cancelled"), now("good")));
        ns.claimNotified(Namespace.hint("done", 1));
        ns.cancel("cancelled");
        for (String id : List.of("done", "cancelled", "never", "no job id \u00fc")) {
            ns.redis.cli("ZADD", ns.keys.schedule(), "1", id);
        }

        ClaimBatch batch = ns.sweep(10);

        assertThat(batch.ghosts()).containsExactlyInAnyOrder("done", "cancelled", "never", "no job id \u00fc");
        assertThat(batch.fires()).hasSize(1);
        assertThat(ns.members(ns.keys.schedule())).isEmpty();
        assertThat(ns.allKeys()).noneMatch(key -> key.endsWith("job:never"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-5", "-inf", "1234.5", "0"})
    void correctsAnEntryThatWasMovedForwardByTheRecord(String score) {
        Instant due = ns.schedule(in("a", MINUTE)).dueAt();
        ns.redis.cli("ZADD", ns.keys.schedule(), score, "a");

        ClaimBatch batch = ns.sweep(10);

        assertThat(batch.fires()).isEmpty();
        assertThat(ns.score("a")).isEqualTo(Long.toString(due.toEpochMilli()));
        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 1))).isEqualTo(due.toEpochMilli() - 1);
    }

    @Test
    void firesOnceWhereAnEntryWasMovedAwayFromItsEquals() {
        long due = ns.nowMillis() + 50;
        ns.schedule(List.of(at("a", due), at("b", due), at("c", due)));
        ns.redis.cli("ZADD", ns.keys.schedule(), Long.toString(due - 10), "a");
        ns.awaitDue(Instant.ofEpochMilli(due));

        while (ns.sweep(10).left() > 0) {
            // until nothing is overdue
        }

        assertThat(ns.handedOverIds("default")).containsExactly("a", "b", "c");
    }

    @Test
    void keepsItsBatchesWithinTheByteBudget() {
        String large = "\"" + "x".repeat(1_000_000) + "\"";
        for (int i = 0; i < 10; i++) {
            ns.schedule(with(now("a" + i), large));
        }

        ClaimBatch first = ns.sweep(512);

        assertThat(first.fires()).hasSize(4);
        assertThat(first.left()).isEqualTo(1);
        assertThat(ns.sweep(512).fires()).hasSize(4);
        assertThat(ns.sweep(512).left()).isZero();
        assertThat(ns.handedOver("default")).hasSize(10);
    }

    @Test
    void takesAFullBatch() {
        for (int from = 0; from < 600; from += 200) {
            ns.schedule(IntStream.range(from, from + 200)
                    .mapToObj(i -> now("a" + i))
                    .toList());
        }

        ClaimBatch first = ns.sweep(512);

        assertThat(first.fires()).hasSize(512);
        assertThat(first.left()).isEqualTo(1);
        assertThat(ns.sweep(512).fires()).hasSize(88);
    }

    @Test
    void handsOverEvenWhereAnotherProgramHasTakenLogAndCounters() {
        ns.schedule(List.of(now("a"), now("b")));
        for (String key : List.of(ns.keys.fires(), ns.keys.counters(), ns.keys.counts())) {
            ns.redis.cli("DEL", key);
            ns.redis.cli("SET", key, "x");
        }

        assertThat(ns.sweep(10).fires()).hasSize(2);
        assertThat(ns.sweep(10).fires()).isEmpty();

        assertThat(ns.handedOverIds("default")).containsExactly("a", "b");
        assertThat(ns.job("a").state()).isEqualTo(JobState.DELIVERED);
        assertThat(new MendJobs(ns.runner, ns.keys).call(List.of("a", "b"))).isEmpty();
    }
}
