package dev.punctual.redis;

import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.within;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class RemoveDeadTest {

    private final Namespace ns = new Namespace();
    private final RemoveDead remove = new RemoveDead(ns.runner, ns.keys);

    @Test
    void removesWhatIsDeadAndNothingElse() {
        ns.schedule(now("broken"));
        ns.redis.cli("SET", ns.keys.job("broken"), "nonsense");
        ns.sweep(10);
        ns.schedule(in("waiting", Duration.ofHours(1)));

        assertThat(remove.call(List.of("broken", "waiting", "nobody")))
                .containsExactly("removed", "scheduled", "unknown");

        assertThat(ns.allKeys()).noneMatch(key -> key.contains("broken"));
        assertThat(ns.members(ns.keys.dead())).isEmpty();
        assertThat(ns.counts()).doesNotContainKey("dead:default");
    }

    @Test
    void trimsDeadJobsByAgeAndNumber() {
        for (String id : List.of("a", "b", "c")) {
            ns.schedule(within(now(id), Duration.ofMillis(1)));
        }
        ns.awaitDue(ns.job("c").dueAt().plusMillis(2));
        ns.sweep(10);
        assertThat(ns.members(ns.keys.dead())).hasSize(3);
        RetentionSettings two = new RetentionSettings(null, null, null, 2, null);
        RetentionSettings none = new RetentionSettings(null, null, Duration.ofSeconds(1), null, null);

        assertThat(TrimFinished.ofDead(ns.runner, ns.keys, two).call(10)).isEqualTo(1);
        assertThat(TrimFinished.ofDead(ns.runner, ns.keys, none).call(10)).isZero();
        ns.redis.cli("ZADD", ns.keys.dead(), "XX", "1", "c");

        assertThat(TrimFinished.ofDead(ns.runner, ns.keys, none).call(10)).isEqualTo(1);
        assertThat(ns.members(ns.keys.dead())).hasSize(1);
        assertThat(ns.counts()).containsOnly(Map.entry("dead:default", 1L));
    }
}
