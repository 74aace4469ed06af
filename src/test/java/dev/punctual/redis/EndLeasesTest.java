package dev.punctual.redis;

import static dev.punctual.redis.Drafts.fixed;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.retrying;
import static dev.punctual.redis.Drafts.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.FireQuery;
import dev.punctual.core.Generation;
import dev.punctual.core.Job;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.QueueName;
import dev.punctual.core.TimelineEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class EndLeasesTest {

    private final Namespace ns = new Namespace(Outlets.leased("work", fixed(3, Duration.ofSeconds(7))));

    private ClaimedJob leased(JobDraft draft) {
        ns.schedule(queued(draft, "work"));
        ns.free = Outlets.places("work", 1);
        return ns.lease(draft.id().value(), 1);
    }

    @Test
    void aDeliveredJobIsFinished() {
        ClaimedJob job = leased(now("a"));

        assertThat(ns.end(job.token(), new LeaseEnd.Delivered())).isEqualTo(LeaseEnd.Outcome.DELIVERED);

        Job done = ns.job("a");
        assertThat(done.state()).isEqualTo(JobState.DELIVERED);
        assertThat(Objects.requireNonNull(done.history().lastFire()).outcome()).isEqualTo(FireOutcome.DELIVERED);
        assertThat(done.history().timeline())
                .extracting(TimelineEvent::event)
                .containsExactly("scheduled", "due", "delivered");
        assertThat(ns.members(ns.keys.running())).isEmpty();
        assertThat(ns.members(ns.keys.finished())).containsExactly("a");
        assertThat(ns.counts()).containsOnly(Map.entry("delivered:work", 1L));
        Fire logged = new RedisFireLog(ns.runner, ns.keys)
                .fires(new FireQuery(null, null, 10, null))
                .items()
                .get(0);
        assertThat(logged).isEqualTo(done.history().lastFire());
    }

    @Test
    void aRetryIsADueTimeLikeAnyOther() {
        ClaimedJob job = leased(now("a"));
        Instant first = ns.job("a").dueAt();

        assertThat(ns.end(job.token(), new LeaseEnd.Retry("HTTP 500", null))).isEqualTo(LeaseEnd.Outcome.RETRY);

        Job waiting = ns.job("a");
        assertThat(waiting.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(Duration.between(waiting.updatedAt(), waiting.dueAt())).isEqualTo(Duration.ofSeconds(7));
        assertThat(waiting.history().lastError()).isEqualTo("HTTP 500");
        assertThat(waiting.generation()).isEqualTo(job.token().generation());
        assertThat(waiting.createdAt()).isEqualTo(first);
        assertThat(ns.score("a")).isEqualTo(Long.toString(waiting.dueAt().toEpochMilli()));
        assertThat(ns.exists(ns.dueKey("a", 1))).isTrue();
        assertThat(waiting.history().timeline())
                .filteredOn(event -> event.event().equals("retry"))
                .allSatisfy(event -> {
                    assertThat(event.attempt()).isEqualTo(1);
                    assertThat(event.path()).isEqualTo(FirePath.FAST);
                    assertThat(event.detail()).isEqualTo("HTTP 500");
                })
                .hasSize(1);
    }

    @Test
    void aTargetMayAskForALongerWaitAndNeverForAShorterOne() {
        ClaimedJob longer = leased(now("longer"));
        ns.end(longer.token(), new LeaseEnd.Retry("later", Duration.ofSeconds(60)));
        ClaimedJob shorter = leased(now("shorter"));
        ns.end(shorter.token(), new LeaseEnd.Retry("soon", Duration.ofMillis(1)));
        ClaimedJob exact = leased(now("exact"));
        ns.end(exact.token(), new LeaseEnd.RetryAfter("now", Duration.ZERO));

        assertThat(waitOf("longer")).isEqualTo(Duration.ofSeconds(60));
        assertThat(waitOf("shorter")).isEqualTo(Duration.ofSeconds(7));
        assertThat(waitOf("exact")).isZero();
    }

    private Duration waitOf(String id) {
        return Duration.between(ns.job(id).updatedAt(), ns.job(id).dueAt());
    }

    @Test
    void theLastAttemptLeavesADeadJobWithItsReason() {
        ns.schedule(queued(retrying(now("a"), fixed(2, Duration.ofMillis(1))), "work"));
        ns.free = Outlets.places("work", 1);
        ns.end(ns.lease("a", 1).token(), new LeaseEnd.Retry("first", null));
        ns.awaitDue(ns.job("a").dueAt());
        ClaimedJob second = ns.lease("a", 1);

        assertThat(second.token().attempt()).isEqualTo(2);
        assertThat(second.delivery().body()).contains("\"attempt\":2");
        assertThat(ns.end(second.token(), new LeaseEnd.Retry("second", null))).isEqualTo(LeaseEnd.Outcome.DEAD);

        Job dead = ns.job("a");
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.history().lastError()).isEqualTo("second");
        assertThat(dead.history().timeline())
                .extracting(TimelineEvent::event)
                .containsExactly("scheduled", "retry", "dead");
        assertThat(ns.members(ns.keys.dead())).containsExactly("a");
        assertThat(ns.counts()).containsOnly(Map.entry("dead:work", 1L));
    }

    @Test
    void aJobThatNoAttemptCanHelpIsDeadAtOnce() {
        ClaimedJob job = leased(now("a"));

        assertThat(ns.end(job.token(), new LeaseEnd.Dead("HTTP 410"))).isEqualTo(LeaseEnd.Outcome.DEAD);

        assertThat(ns.job("a").history().lastError()).isEqualTo("HTTP 410");
    }

    @Test
    void aReleasedJobIsThereForTheNextOneAndItsAttemptDoesNotCount() {
        ClaimedJob job = leased(now("a"));

        assertThat(ns.end(job.token(), new LeaseEnd.Released())).isEqualTo(LeaseEnd.Outcome.RELEASED);

        assertThat(ns.job("a").history().attempts()).isZero();
        ClaimedJob next = ns.claimParked("work", 1).claim().leased().get(0);
        assertThat(next.token().attempt()).isEqualTo(1);
        assertThat(next.token()).isNotEqualTo(job.token());
        assertThat(ns.end(job.token(), new LeaseEnd.Delivered())).isEqualTo(LeaseEnd.Outcome.LOST);
        assertThat(ns.end(next.token(), new LeaseEnd.Delivered())).isEqualTo(LeaseEnd.Outcome.DELIVERED);
    }

    @Test
    void aFormerOwnerChangesNothing() {
        ClaimedJob first = leased(now("a"));
        ns.letLapse("a");
        ns.lapse();
        ClaimedJob second = ns.claimParked("work", 1).claim().leased().get(0);
        Map<String, String> before = ns.snapshot();

        for (LeaseEnd.How how : List.of(
                new LeaseEnd.Delivered(),
                new LeaseEnd.Retry("x", null),
                new LeaseEnd.Dead("x"),
                new LeaseEnd.Released())) {
            assertThat(ns.end(first.token(), how)).isEqualTo(LeaseEnd.Outcome.LOST);
        }

        assertThat(ns.snapshot()).isEqualTo(before);
        assertThat(ns.end(second.token(), new LeaseEnd.Delivered())).isEqualTo(LeaseEnd.Outcome.DELIVERED);
        assertThat(ns.end(second.token(), new LeaseEnd.Delivered())).isEqualTo(LeaseEnd.Outcome.LOST);
    }

    @Test
    void refusesTokensOfJobsThatAreGoneOrWereNeverThere() {
        LeaseToken token = new LeaseToken(new JobId("nobody"), new Generation(1), 1, 5);

        assertThat(ns.end(token, new LeaseEnd.Delivered())).isEqualTo(LeaseEnd.Outcome.LOST);
        assertThat(ns.allKeys()).isEmpty();
    }

    @Test
    void theDeadlineIsThatOfTheFirstDueTimeWhateverARetrySays() {
        ns.schedule(queued(within(retrying(now("a"), fixed(9, Duration.ofMillis(40))), Duration.ofMillis(60)), "work"));
        ns.free = Outlets.places("work", 1);
        Instant first = ns.job("a").dueAt();
        ns.end(ns.lease("a", 1).token(), new LeaseEnd.Retry("once", null));
        ns.awaitDue(ns.job("a").dueAt());
        ns.end(ns.lease("a", 1).token(), new LeaseEnd.Retry("twice", null));
        assertThat(ns.job("a").dueAt()).isAfter(first.plusMillis(60));
        ns.awaitDue(ns.job("a").dueAt());

        assertThat(ns.claimNotified(Namespace.hint("a", 1)).leased()).isEmpty();

        assertThat(ns.job("a").state()).isEqualTo(JobState.DEAD);
        assertThat(ns.job("a").history().lastError()).isEqualTo("deadline");
    }

    @Test
    void endsManyAtOnceEachByItsOwnWord() {
        ns.schedule(IntStream.range(0, 256)
                .mapToObj(i -> queued(now("j" + i), "work"))
                .toList());
        ns.free = Outlets.places("work", 256);
        List<ClaimedJob> jobs = ns.sweep(256).leased();
        List<LeaseEnd> ends = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            LeaseEnd.How how = i % 2 == 0 ? new LeaseEnd.Delivered() : new LeaseEnd.Retry("odd", null);
            ends.add(new LeaseEnd(jobs.get(i).token(), how));
        }

        LeaseStore.Ended ended = new EndLeases(ns.runner, ns.keys, ns.claimer).call(ends);

        assertThat(ended.outcomes()).hasSize(256).allSatisfy(one -> assertThat(one.queue())
                .isEqualTo(new QueueName("work")));
        assertThat(ended.nextDue()).isNotNull();
        assertThat(ns.counts()).containsOnly(Map.entry("delivered:work", 128L), Map.entry("scheduled:work", 128L));
    }
}
