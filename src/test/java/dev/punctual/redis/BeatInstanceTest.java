package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.StoreStats;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class BeatInstanceTest {

    private final Namespace ns = new Namespace();

    @Test
    void claimsTheKeyLayoutAndIsSeenInTheStats() {
        long before = ns.nowMillis();

        beat("one");
        beat("two");

        assertThat(ns.redis.cli("GET", ns.keys.layout())).isEqualTo(BeatInstance.LAYOUT);
        assertThat(new ReadStats(ns.runner, ns.keys).call().instances())
                .allMatch(instance -> instance.seenAt().toEpochMilli() >= before)
                .extracting(StoreStats.Instance::name)
                .containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void forgetsInstancesThatHaveBeenSilentForAMinute() {
        long now = ns.nowMillis();
        ns.redis.cli(
                "ZADD",
                ns.keys.instances(),
                Long.toString(now - Duration.ofSeconds(61).toMillis()),
                "silent");
        ns.redis.cli(
                "ZADD",
                ns.keys.instances(),
                Long.toString(now - Duration.ofSeconds(30).toMillis()),
                "slow");

        beat("one");

        assertThat(ns.members(ns.keys.instances())).containsExactly("slow", "one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "0", "", "one"})
    void refusesAKeyLayoutThatItDoesNotKnow(String layout) {
        ns.redis.cli("SET", ns.keys.layout(), layout);

        assertThatExceptionOfType(UnknownLayoutException.class)
                .isThrownBy(() -> beat("one"))
                .withMessageContainingAll(ns.keys.layout(), "'" + layout + "'", "'1'");
        assertThat(ns.redis.cli("GET", ns.keys.layout())).isEqualTo(layout);
    }

    @Test
    void writesTheLayoutOfTheRecords() {
        ns.schedule(draft("a"));

        assertThat(ns.lua("return (cmsgpack.unpack(redis.call('GET', ARGV[1])))", ns.keys.job("a")))
                .isEqualTo(Long.parseLong(BeatInstance.LAYOUT));
    }

    private void beat(String instance) {
        new BeatInstance(ns.runner, ns.keys, instance).call();
    }
}
