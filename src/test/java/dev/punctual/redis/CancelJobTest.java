package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.JobState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class CancelJobTest {

    private final Namespace ns = new Namespace();

    @Test
    void takesAJobOffScheduleAndDueKeyAndKeepsItsRecord() {
        ns.schedule(List.of(queued(draft("a"), "mail"), queued(draft("b"), "mail")));

        ns.cancel("a");

        assertThat(ns.job("a").state()).isEqualTo(JobState.CANCELLED);
        assertThat(ns.members(ns.keys.schedule())).containsExactly("b");
        assertThat(ns.members(ns.keys.finished())).containsExactly("a");
        assertThat(ns.exists(ns.dueKey("a", 1))).isFalse();
        assertThat(ns.counts()).isEqualTo(Map.of("cancelled:mail", 1L, "scheduled:mail", 1L));
    }

    @Test
    void isDoneOnce() {
        ns.schedule(draft("a"));
        ns.cancel("a");
        Map<String, String> before = ns.snapshot();

        ns.cancel("a");

        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void comesBeforeEveryLaterClaim() {
        ns.schedule(now("a"));

        ns.cancel("a");

        assertThat(ns.claimNotified(Namespace.hint("a", 1)).refused()).isEqualTo(1);
        assertThat(ns.sweep(10).fires()).isEmpty();
        assertThat(ns.handedOver("default")).isEmpty();
    }

    @Test
    void saysInWhatStateItComesTooLate() {
        ns.schedule(List.of(now("delivered"), draft("running"), draft("dead"), draft("broken")));
        ns.claimNotified(Namespace.hint("delivered", 1));
        ns.tamper("running", "r[2] = 2");
        ns.tamper("dead", "r[2] = 4");
        ns.redis.cli("SET", ns.keys.job("broken"), "garbage");
        Map<String, String> before = ns.snapshot();

        refused("delivered", JobState.DELIVERED);
        refused("running", JobState.RUNNING);
        refused("dead", JobState.DEAD);
        refused("broken", JobState.DEAD);
        assertThatExceptionOfType(JobNotFoundException.class).isThrownBy(() -> ns.cancel("unknown"));
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    private void refused(String id, JobState state) {
        assertThatExceptionOfType(JobConflictException.class)
                .isThrownBy(() -> ns.cancel(id))
                .satisfies(conflict -> assertThat(conflict.state()).isEqualTo(state));
    }
}
