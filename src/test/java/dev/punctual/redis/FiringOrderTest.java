package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.DueKey;
import dev.punctual.core.JobDraft;
import dev.punctual.testkit.Await;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs of one due time fire in the order of scheduling, by whichever path and in whatever portions. */
@Tag("redis")
class FiringOrderTest {

    private static final int JOBS = 1_000;
    private static final int BATCH = 64;

    private Namespace ns = new Namespace();
    private final Random random = new Random(7);
    private final List<String> scheduled = new ArrayList<>();

    @Test
    void holdsWhenSweptInBatches() {
        scheduleAllForOneMoment();

        ClaimBatch batch;
        do {
            batch = ns.sweep(BATCH);
            assertThat(batch.fires()).hasSizeLessThanOrEqualTo(BATCH);
        } while (batch.left() > 0);

        assertThat(ns.handedOverIds("default")).isEqualTo(scheduled);
        assertNothingIsLeft();
    }

    @Test
    void holdsWhenNotificationsComeInRandomOrder() {
        scheduleAllForOneMoment();
        List<DueKey> hints = new ArrayList<>(
                scheduled.stream().map(id -> Namespace.hint(id, 1)).toList());
        Collections.shuffle(hints, random);

        claimInBatches(hints);

        assertThat(ns.handedOverIds("default")).isEqualTo(scheduled);
        assertNothingIsLeft();
    }

    @Test
    void holdsWhenBothPathsTakeTurns() {
        scheduleAllForOneMoment();
        List<DueKey> hints = new ArrayList<>(
                scheduled.stream().map(id -> Namespace.hint(id, 1)).toList());
        Collections.shuffle(hints, random);

        for (int from = 0; from < JOBS; from += BATCH) {
            claimInBatches(hints.subList(from, Math.min(JOBS, from + BATCH)));
            ns.sweep(BATCH);
        }

        assertThat(ns.handedOverIds("default")).isEqualTo(scheduled);
        assertNothingIsLeft();
    }

    @Test
    void holdsWhereSomeWereCancelledAndOthersAreBrokenOrGone() {
        scheduleAllForOneMoment();
        List<String> expected = new ArrayList<>(scheduled);
        for (int i = 0; i < JOBS; i += 3) {
            String id = scheduled.get(i);
            expected.remove(id);
            switch (i % 2) {
                case 0 -> ns.cancel(id);
                default -> ns.redis.cli("DEL", ns.keys.job(id));
            }
        }
        List<DueKey> hints = new ArrayList<>(
                scheduled.stream().map(id -> Namespace.hint(id, 1)).toList());
        Collections.shuffle(hints, random);

        claimInBatches(hints.subList(0, JOBS / 2));
        while (ns.sweep(BATCH).left() > 0) {
            // until nothing is overdue
        }

        assertThat(ns.handedOverIds("default")).isEqualTo(expected);
        assertNothingIsLeft();
    }

    @Test
    void holdsWhereALargeJobStandsBetweenSmallOnes() {
        long due = ns.nowMillis() + 2_000;
        String large = "\"" + "x".repeat(3_000_000) + "\"";
        assertThat(schedule(List.of(with(at("c", due), large), with(at("b", due), large), at("a", due)), due))
                .isTrue();
        scheduled.addAll(List.of("c", "b", "a"));
        ns.awaitDue(Instant.ofEpochMilli(due));

        claimInBatches(List.of(Namespace.hint("a", 1), Namespace.hint("b", 1), Namespace.hint("c", 1)));

        assertThat(ns.handedOverIds("default")).isEqualTo(scheduled);
    }

    /** As soon as that can be done; on a machine that is busy it takes a second try, which has more time. */
    private void scheduleAllForOneMoment() {
        List<String> ids = new ArrayList<>(
                IntStream.range(0, JOBS).mapToObj(i -> "job-" + i).toList());
        Collections.shuffle(ids, random);
        for (long leadMillis = 1_000; scheduled.isEmpty(); leadMillis *= 4) {
            ns = new Namespace();
            long due = ns.nowMillis() + leadMillis;
            boolean inTime = true;
            for (int from = 0; from < JOBS; from += 100) {
                inTime &= schedule(
                        ids.subList(from, from + 100).stream()
                                .map(id -> at(id, due))
                                .toList(),
                        due);
            }
            if (inTime) {
                scheduled.addAll(ids);
                ns.awaitDue(Instant.ofEpochMilli(due));
            }
        }
    }

    private boolean schedule(List<JobDraft> drafts, long due) {
        return ns.schedule(drafts).stream().allMatch(one -> one.dueAt().toEpochMilli() == due);
    }

    /** As the fast path does: what a claim did not look at goes into the next one. */
    private void claimInBatches(List<DueKey> hints) {
        for (int from = 0; from < hints.size(); from += BATCH) {
            List<DueKey> taken = hints.subList(from, Math.min(hints.size(), from + BATCH));
            while (!taken.isEmpty()) {
                ClaimBatch batch = ns.claimNotified(taken);
                taken = taken.subList(taken.size() - batch.left(), taken.size());
            }
        }
    }

    private void assertNothingIsLeft() {
        Await.await("due keys expire").until(() -> ns.allKeys().stream().noneMatch(key -> key.contains(".0}:due:")));
        assertThat(ns.members(ns.keys.schedule())).isEmpty();
        assertThat(ns.allKeys()).noneMatch(key -> key.contains(":order:"));
    }
}
