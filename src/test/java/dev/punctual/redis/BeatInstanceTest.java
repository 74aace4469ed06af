package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.StoreStats;
import dev.punctual.testkit.RespClient;
import java.time.Duration;
import java.util.List;
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

    @Test
    void tellsWhoListensUntilTheyGoOrFallSilent() {
        long now = ns.nowMillis();
        ns.redis.cli("ZADD", ns.keys.listeners(), Long.toString(now - 1), "silent");

        assertThat(listen("one")).containsExactly("one");
        assertThat(listen("two")).containsExactly("one", "two");
        assertThat(beat("one")).containsExactly("two");
        assertThat(beat("three")).containsExactly("two");
        assertThat(Double.parseDouble(String.valueOf(ns.redis.cli("ZSCORE", ns.keys.listeners(), "two"))) - now)
                .isBetween(15_000.0, 20_000.0);
    }

    @Test
    void tellsTheOthersWhenOneComesOrGoesAndNotWhenItStays() {
        try (RespClient ear = ns.redis.connect()) {
            ear.call("SUBSCRIBE", ns.keys.wake());
            listen("one");
            listen("one");
            beat("one");
            beat("one");
            ns.redis.cli("PUBLISH", ns.keys.wake(), "end");

            for (String message : List.of("instances", "instances", "end")) {
                assertThat(ear.read()).isEqualTo(List.of("message", ns.keys.wake(), message));
            }
        }
    }

    private List<String> listen(String instance) {
        return new BeatInstance(ns.runner, ns.keys, instance).call(true);
    }

    private List<String> beat(String instance) {
        return new BeatInstance(ns.runner, ns.keys, instance).call(false);
    }
}
