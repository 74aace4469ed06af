package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class TrimFinishedTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final Namespace ns = new Namespace();

    @Test
    void removesNothingWithinTheRetention() {
        ns.schedule(List.of(now("a"), draft("b")));
        ns.sweep(10);
        Map<String, String> before = ns.snapshot();

        assertThat(trim(DAY, 1).call(100)).isZero();
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void removesWhatIsOlderThanItsAgeWithRecordIndexAndCount() {
        ns.schedule(List.of(now("old"), draft("older"), now("young"), draft("waiting")));
        ns.sweep(10);
        ns.cancel("older");
        endedAgo("old", Duration.ofSeconds(61));
        endedAgo("older", Duration.ofSeconds(120));

        assertThat(trim(Duration.ofSeconds(60), 1_000).call(100)).isEqualTo(2);

        assertThat(ns.exists(ns.keys.job("old"))).isFalse();
        assertThat(ns.exists(ns.keys.job("older"))).isFalse();
        assertThat(ns.members(ns.keys.finished())).containsExactly("young");
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:default", 1L, "scheduled:default", 1L));
    }

    @Test
    void removesTheOldestOfTooMany() {
        ns.schedule(IntStream.range(0, 10).mapToObj(i -> now("a" + i)).toList());
        ns.sweep(10);
        IntStream.range(0, 10).forEach(i -> endedAgo("a" + i, Duration.ofSeconds(100 - i)));

        assertThat(trim(DAY, 3).call(100)).isEqualTo(7);

        assertThat(ns.members(ns.keys.finished())).containsExactly("a7", "a8", "a9");
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:default", 3L));
    }

    @Test
    void goesInStepsOfTheLimit() {
        ns.schedule(IntStream.range(0, 10).mapToObj(i -> now("a" + i)).toList());
        ns.sweep(10);
        TrimFinished all = trim(DAY, 0);

        assertThat(all.call(4)).isEqualTo(4);
        assertThat(ns.redis.cliLong("ZCARD", ns.keys.finished())).isEqualTo(6);
        assertThat(all.call(4)).isEqualTo(4);
        assertThat(all.call(4)).isEqualTo(2);
        assertThat(all.call(4)).isZero();
        assertThat(ns.allKeys()).noneMatch(key -> key.contains(":job:"));
    }

    @Test
    void leavesRecordsThatAreNotFinishedWhateverTheIndexSays() {
        ns.schedule(List.of(draft("waiting"), draft("dead"), draft("running"), draft("broken")));
        ns.tamper("dead", "r[2] = 4");
        ns.tamper("running", "r[2] = 2");
        ns.redis.cli("SET", ns.keys.job("broken"), "garbage");
        for (String id : List.of("waiting", "dead", "running", "broken", "gone")) {
            ns.redis.cli("ZADD", ns.keys.finished(), "1", id);
        }

        trim(Duration.ofSeconds(1), 1_000).call(100);

        assertThat(ns.job("waiting").state()).isEqualTo(JobState.SCHEDULED);
        assertThat(ns.job("dead").state()).isEqualTo(JobState.DEAD);
        assertThat(ns.job("running").state()).isEqualTo(JobState.RUNNING);
        assertThat(ns.redis.cli("GET", ns.keys.job("broken"))).isEqualTo("garbage");
        assertThat(ns.members(ns.keys.finished())).isEmpty();
    }

    private TrimFinished trim(Duration age, int count) {
        return new TrimFinished(ns.runner, ns.keys, new RetentionSettings(age, count, null, null, 1_000));
    }

    private void endedAgo(String id, Duration ago) {
        ns.redis.cli("ZADD", ns.keys.finished(), "XX", Long.toString(ns.nowMillis() - ago.toMillis()), id);
    }
}
