package dev.punctual.redis;

import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.with;
import static dev.punctual.redis.Drafts.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.Change;
import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedJob;
import dev.punctual.core.Delivery;
import dev.punctual.core.Due;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.Job;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobState;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.Precondition;
import dev.punctual.core.QueueName;
import dev.punctual.core.Scheduled;
import dev.punctual.core.StoreStats;
import dev.punctual.core.TimelineEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What claims do with queues whose target is leased. */
@Tag("redis")
class LeasesTest {

    private final Namespace ns = new Namespace(Outlets.leased("work"));

    @Test
    void leasesAJobOfAQueueWithAFreePlace() {
        JobDraft draft = queued(with(now("a"), "{\"k\":1}"), "work");
        ns.schedule(draft);
        ns.free = Outlets.places("work", 1);

        ClaimBatch batch = ns.claimNotified(Namespace.hint("a", 1));

        ClaimedJob job = batch.leased().get(0);
        assertThat(batch.fires()).hasSize(1);
        assertThat(job.fire().fire().outcome()).isEqualTo(FireOutcome.RUNNING);
        assertThat(job.lease()).isEqualTo(Outlets.LEASE);
        assertThat(job.delivery().body()).contains("\"payload\":{\"k\":1}").contains("\"attempt\":1");
        assertThat(job.delivery().message().createdAt()).isEqualTo(ns.job("a").createdAt());
        assertThat(job.delivery().route()).isEqualTo(Delivery.Route.PLAIN);
        assertThat(LeaseToken.of(job.token().text())).contains(job.token());
        Job running = ns.job("a");
        assertThat(running.state()).isEqualTo(JobState.RUNNING);
        assertThat(running.history().attempts()).isEqualTo(1);
        assertThat(running.history().lastFire()).isEqualTo(job.fire().fire());
        assertThat(running.history().timeline())
                .extracting(TimelineEvent::event)
                .containsExactly("scheduled", "due", "running");
        assertThat(ns.score("a")).isNull();
        assertThat(ns.members(ns.keys.running())).containsExactly("a");
        long end = Long.parseLong((String) Objects.requireNonNull(ns.redis.cli("ZSCORE", ns.keys.running(), "a")));
        assertThat(end - running.updatedAt().toEpochMilli()).isEqualTo(Outlets.LEASE.toMillis());
        assertThat(ns.counts()).containsOnly(Map.entry("running:work", 1L));
        assertThat(ns.counters()).containsOnly(Map.entry("fast", 1L));
        assertThat(ns.redis.cliLong("XLEN", ns.keys.fires())).isZero();
    }

    @Test
    void leasesNoMoreThanThereArePlacesAndParksTheRest() {
        ns.schedule(IntStream.range(0, 5)
                .mapToObj(i -> queued(now("j" + i), "work"))
                .toList());
        ns.free = Outlets.places("work", 2);

        ClaimBatch batch = ns.sweep(10);

        assertThat(batch.leased()).hasSize(2);
        assertThat(batch.parked()).containsExactly(new QueueName("work"));
        assertThat(ns.parked("work")).hasSize(3);
        assertThat(ns.members(ns.keys.schedule())).isEmpty();
        assertThat(ns.counts()).containsOnly(Map.entry("running:work", 2L), Map.entry("scheduled:work", 3L));
    }

    @Test
    void aQueueWithoutAPlaceStopsNoOther() {
        List<JobDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            drafts.add(queued(now("full" + i), "work"));
        }
        drafts.add(now("free"));
        ns.schedule(drafts);

        Set<String> fired = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            ns.sweep(10)
                    .fires()
                    .forEach(fire -> fired.add(fire.fire().job().id().value()));
        }

        assertThat(fired).containsExactly("free");
        assertThat(ns.parked("work")).hasSize(30);
    }

    @Test
    void whatIsDueLaterQueuesUpBehindWhatIsParked() {
        ns.schedule(queued(now("first"), "work"));
        ns.claimNotified(Namespace.hint("first", 1));
        ns.schedule(queued(now("second"), "work"));
        ns.free = Outlets.places("work", 5);

        assertThat(ns.claimNotified(Namespace.hint("second", 1)).leased()).isEmpty();

        assertThat(ns.claimParked("work", 5).claim().leased())
                .extracting(job -> job.token().id().value())
                .containsExactly("first", "second");
    }

    @Test
    void parkedJobsAreCancelledPatchedReplacedAndListedLikeAnyOther() {
        ns.schedule(Stream.of("cancelled", "moved", "replaced", "fired")
                .map(id -> queued(now(id), "work"))
                .toList());
        ns.sweep(10);
        assertThat(ns.parked("work")).hasSize(4);
        JobList list = new JobList(ns.runner, ns.keys);
        assertThat(list.page(new JobQuery(null, null, null, 10, null)).items()).hasSize(4);
        assertThat(list.page(new JobQuery(JobState.SCHEDULED, new QueueName("work"), null, 3, null))
                        .next())
                .isNotNull();
        RescheduleJob reschedule = new RescheduleJob(ns.runner, ns.keys);

        ns.cancel("cancelled");
        Due later = new Due.After(Duration.ofHours(1));
        reschedule.patch(new JobId("moved"), new JobPatch(later, Change.none(), Change.none(), Change.none()));
        ns.put(queued(in("replaced", Duration.ofHours(1)), "elsewhere"), new Precondition.None());
        reschedule.fireNow(new JobId("fired"));

        assertThat(ns.parked("work")).isEmpty();
        assertThat(ns.redis.cli("HGETALL", ns.keys.held())).asList().isEmpty();
        assertThat(ns.members(ns.keys.schedule())).containsExactlyInAnyOrder("moved", "replaced", "fired");
        ns.free = Outlets.places("work", 1);
        assertThat(ns.lease("fired", 2).token().attempt()).isEqualTo(1);
    }

    @Test
    void parkedJobsCountAsScheduledAndNotAsOverdue() {
        ns.schedule(List.of(queued(now("a"), "work"), in("b", Duration.ofHours(1))));
        ns.sweep(10);
        Instant due = ns.job("a").dueAt();
        ns.awaitDue(due.plusMillis(5));

        StoreStats found = new ReadStats(ns.runner, ns.keys).call();

        StoreStats.Jobs jobs = found.jobs();
        assertThat(jobs.scheduled()).isEqualTo(2);
        assertThat(jobs.overdue()).isZero();
        assertThat(jobs.oldestOverdueMillis()).isZero();
        long age = found.now().toEpochMilli() - due.toEpochMilli();
        assertThat(jobs.parked()).isEqualTo(new StoreStats.Parked(1, age, 0, 0));

        ns.redis.cli("HSET", ns.keys.held(), "work", "paused");
        StoreStats.Parked paused =
                new ReadStats(ns.runner, ns.keys).call().jobs().parked();
        assertThat(paused.saturated()).isZero();
        assertThat(paused.paused()).isEqualTo(1);
        assertThat(paused.oldestPausedMillis()).isGreaterThanOrEqualTo(age);
        assertThat(new CountQueues(ns.runner, ns.keys).call())
                .filteredOn(queue -> queue.name().value().equals("work"))
                .allSatisfy(queue ->
                        assertThat(queue.oldestDue()).isEqualTo(ns.job("a").dueAt()));
    }

    @Test
    void aRunningJobIsNeitherCancelledNorChanged() {
        ns.schedule(queued(now("a"), "work"));
        ns.free = Outlets.places("work", 1);
        ns.lease("a", 1);

        assertThatExceptionOfType(JobConflictException.class)
                .isThrownBy(() -> ns.cancel("a"))
                .satisfies(refused -> assertThat(refused.state()).isEqualTo(JobState.RUNNING));
        assertThat(ns.put(now("a"), new Precondition.None()).outcome()).isEqualTo(Scheduled.Outcome.CONFLICT);
    }

    @Test
    void aJobThatWaitsForCapacityBeyondItsDeadlineIsDead() {
        ns.schedule(queued(within(now("a"), Duration.ofMillis(30)), "work"));
        ns.claimNotified(Namespace.hint("a", 1));
        Instant late = ns.job("a").dueAt().plusMillis(31);
        ns.awaitDue(late);

        assertThat(ns.claimParked("work", 10).claim().fires()).isEmpty();

        assertThat(ns.job("a").state()).isEqualTo(JobState.DEAD);
        assertThat(ns.job("a").history().lastError()).isEqualTo("deadline");
    }

    @Test
    void keepsWhereAJobWantsToGoAndInWhichTrace() {
        JobDraft plain = queued(now("a"), "work");
        Delivery.Route route =
                new Delivery.Route("https://hooks.example/x", "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01");
        ns.schedule(new JobDraft(plain.id(), plain.queue(), null, plain.due(), null, null, null, route));
        ns.free = Outlets.places("work", 1);

        assertThat(ns.job("a").content().route()).isEqualTo(route);
        assertThat(ns.lease("a", 1).delivery().route()).isEqualTo(route);
        assertThat(ns.job("a").content().route()).isEqualTo(route);
    }
}
