package dev.punctual.redis;

import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Fire;
import dev.punctual.core.FirePath;
import dev.punctual.core.JobDraft;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class ClaimParkedTest {

    private final Namespace ns = new Namespace(Outlets.leased("work"));

    @Test
    void firesInTheOrderOfDueTimesAndTiesInTheOrderOfScheduling() {
        long due = ns.nowMillis() + 50;
        List<JobDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            drafts.add(Drafts.at("j" + (99 - i), due + i % 3));
        }
        ns.schedule(drafts);
        ns.pause("default");
        ns.awaitDue(Instant.ofEpochMilli(due + 3));
        while (!ns.sweep(7).parked().isEmpty()) {
            assertThat(ns.handedOver("default")).isEmpty();
        }
        ns.resume("default");

        while (ns.claimParked("default", 7).more()) {
            assertThat(ns.handedOver("default")).isNotEmpty();
        }

        List<String> expected = new ArrayList<>();
        for (int late = 0; late < 3; late++) {
            for (int i = late; i < 60; i += 3) {
                expected.add("j" + (99 - i));
            }
        }
        assertThat(ns.handedOverIds("default")).containsExactlyElementsOf(expected);
        assertThat(ns.allKeys())
                .noneMatch(key -> key.contains(":line:") || key.contains(":parked:") || key.contains(":held"));
    }

    @Test
    void firesNothingOfAPausedQueue() {
        ns.pause("default");
        ns.schedule(now("a"));
        ns.claimNotified(Namespace.hint("a", 1));

        assertThat(ns.claimParked("default", 10).claim().fires()).isEmpty();

        assertThat(ns.parked("default")).containsExactly("a");
    }

    @Test
    void aNotificationOfAParkedJobChangesNothing() {
        ns.pause("default");
        ns.schedule(List.of(now("b"), now("a")));
        ns.sweep(10);
        ns.claimNotified(Namespace.hint("b", 1), Namespace.hint("a", 1));
        ns.resume("default");

        ns.claimParked("default", 10);

        assertThat(ns.handedOverIds("default")).containsExactly("b", "a");
    }

    @Test
    void saysWhyItWasNotFiredBefore() {
        ns.schedule(queued(now("a"), "work"));
        ns.claimNotified(Namespace.hint("a", 1));

        Fire fire = ns.claimParked("work", 1).claim().fires().get(0).fire();

        assertThat(fire.path()).isEqualTo(FirePath.SWEEP);
        assertThat(fire.cause()).isEqualTo(SweepCause.SATURATED);
        assertThat(ns.counters()).containsOnly(Map.entry("sweep:saturated", 1L));
    }

    @Test
    void takesOffWhatDoesNotWaitThere() {
        ns.schedule(queued(now("a"), "work"));
        ns.claimNotified(Namespace.hint("a", 1));
        String parked = ns.keys.parked(new QueueName("work"));
        ns.redis.cli("ZADD", parked, "1", "ghost");
        ns.redis.cli("ZADD", parked, "2", "elsewhere");
        ns.schedule(in("elsewhere", Duration.ofHours(1)));
        ns.redis.cli("ZADD", parked, "3", "later");
        ns.schedule(queued(in("later", Duration.ofHours(1)), "work"));

        LeaseStore.ParkedBatch batch = ns.claimParked("work", 10);

        assertThat(batch.claim().ghosts()).containsExactly("ghost", "elsewhere");
        assertThat(batch.claim().leased()).hasSize(1);
        assertThat(ns.parked("work")).isEmpty();
        assertThat(ns.score("elsewhere")).isNotNull();
        assertThat(ns.score("later")).isNotNull();
    }

    @Test
    void aCheckOfRecordsLeavesParkedJobsWhereTheyAre() {
        ns.schedule(queued(now("a"), "work"));
        ns.claimNotified(Namespace.hint("a", 1));
        ns.redis.cli("DEL", ns.keys.held());

        assertThat(new MendJobs(ns.runner, ns.keys).call(List.of("a"))).isEmpty();

        assertThat(ns.parked("work")).containsExactly("a");
        assertThat(new RedisLeaseStore(ns.runner, ns.keys, ns.claimer, ns.clock).queuesWithParked())
                .containsExactly(new QueueName("work"));
    }

    @Test
    void tellsOfTheFirstParkedJobOnly() {
        try (Wakes wakes = new Wakes(ns)) {
            ns.schedule(queued(now("a"), "work"));
            ns.claimNotified(Namespace.hint("a", 1));
            ns.schedule(queued(now("b"), "work"));
            ns.claimNotified(Namespace.hint("b", 1));
            ns.pause("default");
            ns.schedule(now("c"));
            ns.claimNotified(Namespace.hint("c", 1));
            ns.resume("default");

            assertThat(wakes.heard())
                    .filteredOn(text -> text.startsWith("parked:"))
                    .containsExactly("parked:work", "parked:default");
        }
    }
}
