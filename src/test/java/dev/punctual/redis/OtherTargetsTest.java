package dev.punctual.redis;

import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.FireOutcome;
import dev.punctual.core.JobState;
import dev.punctual.core.Target;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the claim does with targets that lie in Redis and are no list. */
@Tag("redis")
class OtherTargetsTest {

    private final String key = dev.punctual.testkit.TestRedis.freshNamespace() + ":place";
    private final Namespace ns = new Namespace(
            Outlets.to("audit", new Target.RedisStream(key, 100L)),
            Outlets.to("all", new Target.RedisStream(key + ":all", null)),
            Outlets.to("notices", new Target.Channel(key + ":channel")));

    @Test
    void addsAnEntryToAStreamOnceAndInOrder() {
        ns.schedule(Stream.of("c", "a", "b").map(id -> queued(now(id), "audit")).toList());

        assertThat(ns.sweep(10).fires())
                .extracting(fire -> fire.fire().outcome())
                .containsOnly(FireOutcome.DELIVERED);

        List<?> entries = (List<?>) Objects.requireNonNull(ns.redis.cli("XRANGE", key, "-", "+"));
        assertThat(entries).hasSize(3);
        assertThat(entries.get(0).toString()).contains("job").contains("\"id\":\"c\"");
        assertThat(entries.get(1).toString()).contains("\"id\":\"a\"");
        assertThat(ns.job("a").state()).isEqualTo(JobState.DELIVERED);
    }

    @Test
    void keepsAStreamNearItsLengthAndAnotherWhole() {
        ns.schedule(IntStream.range(0, 250)
                .mapToObj(i -> queued(now("s" + i), "audit"))
                .toList());
        ns.schedule(IntStream.range(0, 250)
                .mapToObj(i -> queued(now("w" + i), "all"))
                .toList());
        ns.sweep(512);

        assertThat(ns.redis.cliLong("XLEN", key)).isBetween(100L, 249L);
        assertThat(ns.redis.cliLong("XLEN", key + ":all")).isEqualTo(250);
    }

    @Test
    void triesAgainWhereTheKeyIsNoStream() {
        ns.redis.cli("SET", key, "taken");
        ns.schedule(queued(now("a"), "audit"));

        assertThat(ns.claimNotified(Namespace.hint("a", 1)).fires())
                .extracting(fire -> fire.fire().outcome())
                .containsExactly(FireOutcome.RETRY);

        assertThat(ns.job("a").history().lastError()).contains("WRONGTYPE");
        assertThat(ns.score("a")).isNotNull();
    }

    @Test
    void publishesOnAChannelWhetherSomebodyListensOrNot() {
        ns.schedule(queued(now("a"), "notices"));

        assertThat(ns.claimNotified(Namespace.hint("a", 1)).fires())
                .extracting(fire -> fire.fire().outcome())
                .containsExactly(FireOutcome.DELIVERED);

        try (Wakes wakes = new Wakes(ns, key + ":channel")) {
            ns.schedule(queued(now("b"), "notices"));
            ns.claimNotified(Namespace.hint("b", 1));
            assertThat(wakes.heard()).hasSize(1).allMatch(text -> text.contains("\"id\":\"b\""));
        }
    }
}
