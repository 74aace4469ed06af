package dev.punctual.redis;

import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.JobState;
import dev.punctual.core.StoreStats;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class HoldQueueTest {

    private final Namespace ns = new Namespace();

    @Test
    void holdsAQueueUntilItIsResumed() {
        ns.schedule(List.of(now("held"), queued(now("free"), "other")));
        ns.pause("default");
        ns.pause("default");

        assertThat(ns.sweep(10).fires()).hasSize(1);

        assertThat(ns.job("held").state()).isEqualTo(JobState.SCHEDULED);
        assertThat(new CountQueues(ns.runner, ns.keys).call())
                .filteredOn(StoreStats.QueueCounts::paused)
                .extracting(queue -> queue.name().value())
                .containsExactly("default");
        ns.resume("default");
        assertThat(ns.claimParked("default", 10).claim().fires()).hasSize(1);
        assertThat(ns.exists(ns.keys.held())).isFalse();
    }

    @Test
    void resumesAQueueInWhichNothingWaited() {
        ns.pause("default");
        ns.resume("default");
        ns.resume("default");

        assertThat(ns.exists(ns.keys.held())).isFalse();
        ns.schedule(now("a"));
        assertThat(ns.claimNotified(Namespace.hint("a", 1)).fires()).hasSize(1);
    }
}
