package dev.punctual.redis;

import static dev.punctual.redis.Drafts.fixed;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.retrying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.Job;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobState;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.SweepCause;
import dev.punctual.core.TimelineEvent;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.TcpProxy;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class LapseLeasesTest {

    private final Namespace ns = new Namespace(Outlets.leased("work"));

    private void lease(JobDraft draft) {
        ns.schedule(queued(draft, "work"));
        ns.free = Outlets.places("work", 1);
        ns.lease(draft.id().value(), 1);
    }

    @Test
    void leavesALeaseThatRuns() {
        lease(now("a"));

        LeaseStore.Lapsed lapsed = ns.lapse();

        assertThat(lapsed.fires()).isEmpty();
        assertThat(lapsed.next()).isEqualTo(ns.job("a").updatedAt().plus(Outlets.LEASE));
    }

    @Test
    void parksALapsedJobForItsNextAttempt() {
        lease(now("a"));
        ns.letLapse("a");

        LeaseStore.Lapsed lapsed = ns.lapse();

        assertThat(lapsed.fires()).hasSize(1);
        assertThat(lapsed.fires().get(0).outcome()).isEqualTo(FireOutcome.LAPSED);
        assertThat(lapsed.next()).isNull();
        Job job = ns.job("a");
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.history().attempts()).isEqualTo(1);
        assertThat(job.history().timeline()).extracting(TimelineEvent::event).containsExactly("scheduled", "lapsed");
        ClaimedJob next = ns.claimParked("work", 1).claim().leased().get(0);
        assertThat(next.token().attempt()).isEqualTo(2);
        assertThat(next.fire().fire().cause()).isEqualTo(SweepCause.LEASE_LAPSED);
        assertThat(ns.counters()).containsEntry("sweep:lease_lapsed", 1L);
    }

    @Test
    void aLapsedLastAttemptLeavesADeadJob() {
        lease(retrying(now("a"), fixed(1, Duration.ofSeconds(1))));
        ns.letLapse("a");

        ns.lapse();

        Job job = ns.job("a");
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.history().lastError()).isEqualTo("lease_lapsed");
        assertThat(ns.members(ns.keys.dead())).containsExactly("a");
        assertThat(ns.parked("work")).isEmpty();
        assertThat(ns.counts()).containsOnly(Map.entry("dead:work", 1L));
    }

    @Test
    void takesBackAJobWhoseClaimWasNeverAnswered() {
        ns.claimNotified(List.of());
        ns.schedule(queued(now("a"), "work"));
        try (TcpProxy proxy = TcpProxy.to(TestRedis.shared());
                RedisConnections connections = SharedConnections.open(proxy.redisUri(), Duration.ofMillis(300))) {
            ClaimNotified cutOff =
                    new ClaimNotified(SharedConnections.runner(connections), ns.keys, ns.claimer, ns.clock);
            proxy.holdToClient();

            assertThatThrownBy(() ->
                            cutOff.call(List.of(Namespace.hint("a", 1)), Instant.EPOCH, Outlets.places("work", 1)))
                    .isInstanceOf(OutcomeUnknownException.class);
        }
        Await.await("claimed").until(() -> ns.job("a").state() == JobState.RUNNING);
        ns.letLapse("a");
        ns.lapse();

        assertThat(ns.claimParked("work", 1).claim().leased().get(0).token().attempt())
                .isEqualTo(2);
    }

    @Test
    void takesOffWhatHasNoRunningRecord() {
        ns.redis.cli("ZADD", ns.keys.running(), "1", "ghost");
        ns.redis.cli("ZADD", ns.keys.running(), "1", "broken");
        ns.redis.cli("SET", ns.keys.job("broken"), "nonsense");

        LeaseStore.Lapsed lapsed = ns.lapse();

        assertThat(lapsed.ghosts()).containsExactly("ghost");
        assertThat(lapsed.setAside()).containsExactly("broken");
        assertThat(ns.exists(ns.keys.job("ghost"))).isFalse();
        assertThat(ns.members(ns.keys.running())).isEmpty();
    }

    @Test
    void putsBackALeaseThatSomebodyTookAway() {
        lease(now("a"));
        ns.redis.cli("DEL", ns.keys.running());

        assertThat(new MendJobs(ns.runner, ns.keys).call(List.of("a"))).containsExactly("a");
        assertThat(new MendJobs(ns.runner, ns.keys).call(List.of("a"))).isEmpty();

        assertThat(ns.members(ns.keys.running())).containsExactly("a");
        assertThat(ns.lapse().fires()).isEmpty();
        ns.letLapse("a");
        assertThat(ns.lapse().fires()).hasSize(1);
    }
}
