package dev.punctual.redis;

import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Generation;
import dev.punctual.core.Job;
import dev.punctual.core.JobState;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.TimelineEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class ReplayJobsTest {

    private final Namespace ns = new Namespace(Outlets.leased("work"));
    private final ReplayJobs replay = new ReplayJobs(ns.runner, ns.keys);

    private void die(String id) {
        ns.schedule(queued(now(id), "work"));
        ns.free = Outlets.places("work", 1);
        ns.end(ns.lease(id, 1).token(), new LeaseEnd.Dead("broken"));
    }

    @Test
    void letsADeadJobWaitAgain() {
        die("a");

        assertThat(replay.call(List.of("a", "a", "nobody"))).containsExactly("replayed", "scheduled", "unknown");

        Job job = ns.job("a");
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.history().attempts()).isZero();
        assertThat(job.generation()).isEqualTo(new Generation(2));
        assertThat(job.dueAt()).isEqualTo(job.updatedAt());
        assertThat(job.history().timeline())
                .extracting(TimelineEvent::event)
                .containsExactly("scheduled", "dead", "replayed");
        assertThat(ns.members(ns.keys.dead())).isEmpty();
        assertThat(ns.counts()).containsOnly(Map.entry("scheduled:work", 1L));
        ns.awaitDue(job.dueAt());
        assertThat(ns.lease("a", 2).token().attempt()).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNotDeadOrHasLostItsRecord() {
        ns.schedule(in("waiting", Duration.ofHours(1)));
        ns.schedule(now("broken"));
        ns.redis.cli("SET", ns.keys.job("broken"), "nonsense");
        ns.sweep(10);

        assertThat(replay.call(List.of("waiting", "broken"))).containsExactly("scheduled", "dead");
    }
}
