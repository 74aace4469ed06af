package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.named;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.Change;
import dev.punctual.core.Due;
import dev.punctual.core.Generation;
import dev.punctual.core.Job;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobId;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobState;
import dev.punctual.testkit.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("redis")
class RescheduleJobTest {

    private final Namespace ns = new Namespace();
    private final RescheduleJob reschedule = new RescheduleJob(ns.runner, ns.keys);

    @Test
    void movesEntryAndDueKeyTogetherInANewGeneration() {
        ns.schedule(queued(draft("a"), "mail"));

        Job job = patch("a", new Due.After(Duration.ofHours(3)));

        long due = job.dueAt().toEpochMilli();
        assertThat(job.generation()).isEqualTo(new Generation(2));
        assertThat(Duration.between(job.updatedAt(), job.dueAt())).isEqualTo(Duration.ofHours(3));
        assertThat(ns.score("a")).isEqualTo(Long.toString(due));
        assertThat(ns.exists(ns.dueKey("a", 1))).isFalse();
        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 2))).isEqualTo(due - 1);
        assertThat(ns.counts()).isEqualTo(Map.of("scheduled:mail", 1L));
        assertThat(ns.job("a")).isEqualTo(job);
    }

    @Test
    void movesAJobWhoseDueKeyHasLapsedOrIsGone() {
        ns.schedule(List.of(now("lapsed"), draft("gone")));
        ns.redis.cli("DEL", ns.dueKey("gone", 1));

        for (String id : List.of("lapsed", "gone")) {
            long due = patch(id, new Due.After(Duration.ofMinutes(5))).dueAt().toEpochMilli();
            assertThat(ns.score(id)).isEqualTo(Long.toString(due));
            assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey(id, 2))).isEqualTo(due - 1);
        }
        // The notification of the old key comes too late to fire the new generation.
        assertThat(ns.claimNotified(Namespace.hint("lapsed", 1)).fires()).isEmpty();
        assertThat(ns.sweep(10).fires()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"9999-12-31T23:59:59.999Z", "2100-02-28T23:59:59.001Z"})
    void keepsAnInstantExactly(Instant instant) {
        ns.schedule(draft("a"));

        assertThat(patch("a", new Due.At(instant)).dueAt()).isEqualTo(instant);

        assertThat(ns.score("a")).isEqualTo(Long.toString(instant.toEpochMilli()));
    }

    @Test
    void makesAPastInstantDueNow() {
        ns.schedule(draft("a"));

        Job job = patch("a", new Due.At(Instant.EPOCH));

        assertThat(job.dueAt()).isEqualTo(job.updatedAt());
        assertThat(ns.sweep(10).fires()).hasSize(1);
    }

    @Test
    void changesAndRemovesWhatIsNamedAndKeepsTheDueTime() {
        ns.schedule(named(with(draft("a"), "{\"a\":1}"), "first"));
        Instant due = ns.job("a").dueAt();

        Job changed = reschedule.patch(
                new JobId("a"),
                new JobPatch(null, Change.to(""), Change.to("[2]"), Change.to(Drafts.fixed(3, Drafts.LONG))));
        Job removed =
                reschedule.patch(new JobId("a"), new JobPatch(null, Change.to(null), Change.to(null), Change.to(null)));

        assertThat(changed.content().name()).isEmpty();
        assertThat(changed.content().payload()).isEqualTo("[2]");
        assertThat(changed.content().retry()).isEqualTo(Drafts.fixed(3, Drafts.LONG));
        assertThat(changed.dueAt()).isEqualTo(due);
        assertThat(removed.content().name()).isNull();
        assertThat(removed.content().payload()).isNull();
        assertThat(removed.content().retry()).isNull();
        assertThat(ns.score("a")).isEqualTo(Long.toString(due.toEpochMilli()));
    }

    @Test
    void firesNowWithoutTouchingWhatWasAskedFor() {
        ns.schedule(with(in("a", Duration.ofHours(2)), "1"));

        Job job = reschedule.fireNow(new JobId("a"));

        assertThat(job.dueAt()).isEqualTo(job.updatedAt());
        assertThat(job.content().delay()).isEqualTo(Duration.ofHours(2));
        assertThat(job.history().timeline())
                .extracting(event -> event.event())
                .containsExactly("scheduled", "fire_requested");
        assertThat(ns.claimNotified(Namespace.hint("a", 2)).fires()).hasSize(1);
    }

    @Test
    void changesNothingThatDoesNotWait() {
        ns.schedule(List.of(now("delivered"), draft("cancelled"), draft("running"), draft("broken")));
        ns.claimNotified(Namespace.hint("delivered", 1));
        ns.cancel("cancelled");
        ns.tamper("running", "r[2] = 2");
        ns.redis.cli("SET", ns.keys.job("broken"), "garbage");
        Map<String, String> before = ns.snapshot();

        refused("delivered", JobState.DELIVERED);
        refused("cancelled", JobState.CANCELLED);
        refused("running", JobState.RUNNING);
        refused("broken", JobState.DEAD);
        assertThatExceptionOfType(JobNotFoundException.class).isThrownBy(() -> patch("unknown", null));
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void tellsTheOthersOnlyWhereTheJobBecameTheEarliest() {
        ns.schedule(List.of(in("a", Duration.ofMinutes(30)), in("b", Duration.ofMinutes(40))));
        try (RespClient other = ns.redis.connect()) {
            other.call("SUBSCRIBE", ns.keys.wake());

            patch("b", new Due.After(Duration.ofMinutes(35)));
            patch("a", new Due.After(Duration.ofMinutes(50)));
            Job earliest = patch("a", new Due.After(Duration.ofMinutes(10)));

            assertThat(other.read())
                    .isEqualTo(List.of(
                            "message",
                            ns.keys.wake(),
                            Long.toString(earliest.dueAt().toEpochMilli())));
        }
    }

    @Test
    void keepsAtMostThirtyTwoStepsOfATimeline() {
        ns.schedule(draft("a"));
        for (int i = 0; i < 40; i++) {
            patch("a", null);
        }

        assertThat(ns.job("a").generation()).isEqualTo(new Generation(41));
        assertThat(ns.job("a").history().timeline()).hasSizeLessThanOrEqualTo(34);
        assertThat(ns.redis.cliLong("STRLEN", ns.keys.job("a"))).isLessThan(2_000);
    }

    private void refused(String id, JobState state) {
        assertThatExceptionOfType(JobConflictException.class)
                .isThrownBy(() -> patch(id, new Due.After(Duration.ZERO)))
                .satisfies(conflict -> assertThat(conflict.state()).isEqualTo(state));
    }

    private Job patch(String id, @Nullable Due due) {
        return reschedule.patch(new JobId(id), new JobPatch(due, Change.none(), Change.none(), Change.none()));
    }
}
