package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.named;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueKey;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobState;
import dev.punctual.core.Precondition;
import dev.punctual.core.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class ClaimNotifiedTest {

    private static final int MOST = 512;

    private final Namespace ns = new Namespace();

    @Test
    void takesADueJobAndHandsItOverInOneStep() {
        Instant due = ns.schedule(named(queued(with(now("a"), "{\"k\":1}"), "mail"), "task"))
                .dueAt();
        ns.schedule(draft("later"));

        ClaimBatch batch = ns.claimNotified(hint("a"));

        Fire fire = batch.fires().get(0).fire();
        assertThat(fire.job())
                .isEqualTo(new Fire.Subject(hint("a").id(), new QueueName("mail"), "task", new Generation(1)));
        assertThat(fire.path()).isEqualTo(FirePath.FAST);
        assertThat(fire.cause()).isNull();
        assertThat(fire.dueAt()).isEqualTo(due);
        assertThat(fire.firedAt()).isAfterOrEqualTo(due);
        assertThat(fire.attempt()).isEqualTo(1);
        assertThat(fire.instance()).isEqualTo(Namespace.INSTANCE);
        assertThat(fire.outcome()).isEqualTo(FireOutcome.DELIVERED);
        assertThat(batch.refused()).isZero();
        assertThat(batch.left()).isZero();
        assertThat(batch.nextDue()).isEqualTo(ns.job("later").dueAt());
        assertThat(ns.handedOverIds("mail")).containsExactly("a");
        assertThat(ns.members(ns.keys.schedule())).containsExactly("later");
        assertThat(ns.members(ns.keys.finished())).containsExactly("a");
        assertThat(ns.job("a").state()).isEqualTo(JobState.DELIVERED);
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:mail", 1L, "scheduled:default", 1L));
        assertThat(ns.counters()).isEqualTo(Map.of("fast", 1L));
    }

    @Test
    void writesAFireRecord() {
        ns.schedule(named(now("a"), "task"));

        ClaimedFire claimed = ns.claimNotified(hint("a")).fires().get(0);

        List<?> entry = (List<?>) ((List<?>) ns.redis.cli("XRANGE", ns.keys.fires(), "-", "+")).get(0);
        Fire fire = claimed.fire();
        assertThat(entry.get(0)).isEqualTo(claimed.recordId());
        assertThat(entry.get(1))
                .isEqualTo(List.of(
                        "id",
                        "a",
                        "queue",
                        "default",
                        "name",
                        "task",
                        "path",
                        "fast",
                        "cause",
                        "",
                        "dueAt",
                        Long.toString(fire.dueAt().toEpochMilli()),
                        "firedAt",
                        Long.toString(fire.firedAt().toEpochMilli()),
                        "lagMs",
                        Long.toString(fire.lagMillis()),
                        "attempt",
                        "1",
                        "generation",
                        "1",
                        "instance",
                        Namespace.INSTANCE,
                        "outcome",
                        "delivered"));
    }

    @Test
    void refusesEveryHintThatDoesNotFitAndChangesNothing() {
        ns.schedule(List.of(draft("early"), now("other"), draft("cancelled"), now("broken"), draft("running")));
        ns.put(now("other"), new Precondition.None());
        ns.cancel("cancelled");
        ns.redis.cli("SET", ns.keys.job("broken"), "garbage");
        ns.tamper("running", "r[2] = 2 r[4] = 1");
        Map<String, String> before = ns.snapshot();

        ClaimBatch batch = ns.claimNotified(List.of(
                hint("early"),
                hint("other"),
                Namespace.hint("other", 3),
                hint("cancelled"),
                hint("broken"),
                hint("running"),
                hint("unknown"),
                Namespace.hint("early", 999_999_999_999_999L)));

        assertThat(batch.fires()).isEmpty();
        assertThat(batch.refused()).isEqualTo(8);
        assertThat(ns.snapshot()).isEqualTo(before);
        assertThat(ns.handedOver("default")).isEmpty();
    }

    @Test
    void firesOnceHoweverOftenAndWhereverTheHintIsRepeated() {
        ns.schedule(now("a"));

        ClaimBatch first = ns.claimNotified(Collections.nCopies(MOST, hint("a")));
        ClaimBatch second = ns.claimNotified(Collections.nCopies(MOST, hint("a")));

        assertThat(first.fires()).hasSize(1);
        assertThat(second.fires()).isEmpty();
        assertThat(second.refused()).isEqualTo(MOST);
        assertThat(ns.handedOver("default")).hasSize(1);
    }

    @Test
    void isNeverEarlyHoweverOftenItIsForged() {
        Instant due = ns.schedule(in("a", Duration.ofMillis(200))).dueAt();

        ClaimBatch batch;
        do {
            batch = ns.claimNotified(hint("a"));
        } while (batch.fires().isEmpty());

        assertThat(batch.fires().get(0).fire().firedAt()).isAfterOrEqualTo(due);
        assertThat(ns.handedOver("default")).hasSize(1);
    }

    @Test
    void leavesToTheReconcilerWhatItIsCatchingUp() {
        Instant due = ns.schedule(now("a")).dueAt();
        ClaimNotified claim = new ClaimNotified(ns.runner, ns.keys, ns.claimer, ns.clock);

        assertThat(claim.call(List.of(hint("a")), due.plusMillis(1), Map.of()).refused())
                .isEqualTo(1);
        assertThat(claim.call(List.of(hint("a")), due, Map.of()).fires()).hasSize(1);
    }

    @Test
    void looksAtNoMoreHintsThanFitIntoTheByteBudgetAndSaysHowManyAreLeft() {
        String large = "\"" + "x".repeat(1_000_000) + "\"";
        List<DueKey> hints = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ns.schedule(with(now("a" + i), i == 9 ? "1" : large));
            hints.add(hint("a" + i));
        }

        List<Integer> sizes = new ArrayList<>();
        List<DueKey> rest = hints;
        while (!rest.isEmpty()) {
            ClaimBatch batch = ns.claimNotified(rest);
            sizes.add(batch.fires().size());
            rest = rest.subList(rest.size() - batch.left(), rest.size());
        }

        assertThat(sizes).containsExactly(4, 4, 2);
        assertThat(ns.handedOverIds("default"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "a" + i).toList());
    }

    @Test
    void takesAJobThatIsLargerThanTheWholeBudget() {
        ns.schedule(with(now("a"), "\"" + "x".repeat(5_000_000) + "\""));

        assertThat(ns.claimNotified(hint("a")).fires()).hasSize(1);
    }

    @Test
    void takesAFullBatch() {
        List<DueKey> hints = new ArrayList<>();
        for (int from = 0; from < MOST; from += 256) {
            ns.schedule(IntStream.range(from, from + 256)
                    .mapToObj(i -> now("a" + i))
                    .toList());
        }
        IntStream.range(0, MOST).forEach(i -> hints.add(hint("a" + i)));

        assertThat(ns.claimNotified(hints).fires()).hasSize(MOST);
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:default", (long) MOST));
        assertThat(ns.redis.cliLong("XLEN", ns.keys.fires())).isEqualTo(MOST);
    }

    private static DueKey hint(String id) {
        return Namespace.hint(id, 1);
    }
}
