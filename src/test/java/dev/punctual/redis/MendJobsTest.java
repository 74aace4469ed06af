package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.DueStore;
import dev.punctual.core.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class MendJobsTest {

    private final Namespace ns = new Namespace();
    private final MendJobs mend = new MendJobs(ns.runner, ns.keys);

    @Test
    void leavesEverythingThatIsInItsPlace() {
        ns.schedule(List.of(now("delivered"), draft("waiting"), draft("cancelled")));
        ns.sweep(10);
        ns.cancel("cancelled");
        Map<String, String> before = ns.snapshot();

        assertThat(mend.call(List.of("delivered", "waiting", "cancelled", "unknown")))
                .isEmpty();
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "99999999999999", "+inf", "-inf", "1.5"})
    void putsAWaitingJobBackWhereItsRecordSays(String score) {
        long due = ns.schedule(draft("a")).dueAt().toEpochMilli();
        ns.redis.cli("ZADD", ns.keys.schedule(), score, "a");
        ns.redis.cli("DEL", ns.dueKey("a", 1));

        assertThat(mend.call(List.of("a"))).containsExactly("a");

        assertThat(ns.score("a")).isEqualTo(Long.toString(due));
        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 1))).isEqualTo(due - 1);
        assertThat(mend.call(List.of("a"))).isEmpty();
        assertThat(ns.counts()).isEqualTo(Map.of("scheduled:default", 1L));
    }

    @Test
    void putsBackAJobThatIsNotOnTheScheduleAtAll() {
        long due = ns.nowMillis() + 600_000;
        ns.schedule(List.of(at("z", due), at("a", due)));
        ns.redis.cli("DEL", ns.keys.schedule());

        assertThat(mend.call(List.of("z", "a"))).containsExactly("z", "a");

        assertThat(ns.score("a")).isEqualTo(Long.toString(due));
        assertThat(ns.score("z")).isEqualTo(Long.toString(due));
    }

    @Test
    void putsFinishedAndDeadJobsBackIntoTheirIndexes() {
        ns.schedule(List.of(now("delivered"), draft("cancelled"), draft("dead")));
        ns.sweep(10);
        ns.cancel("cancelled");
        ns.tamper("dead", "r[2] = 4");
        ns.redis.cli("ZREM", ns.keys.schedule(), "dead");
        ns.redis.cli("DEL", ns.keys.finished());

        assertThat(mend.call(List.of("delivered", "cancelled", "dead")))
                .containsExactly("delivered", "cancelled", "dead");

        assertThat(ns.members(ns.keys.finished())).containsExactlyInAnyOrder("delivered", "cancelled");
        assertThat(ns.members(ns.keys.dead())).containsExactly("dead");
    }

    @Test
    void setsBrokenRecordsAside() {
        ns.schedule(List.of(draft("garbage"), draft("list")));
        ns.redis.cli("SET", ns.keys.job("garbage"), "garbage");
        ns.redis.cli("DEL", ns.keys.job("list"));
        ns.redis.cli("RPUSH", ns.keys.job("list"), "x");

        assertThat(mend.call(List.of("garbage", "list"))).containsExactly("garbage", "list");

        for (String id : List.of("garbage", "list")) {
            assertThat(ns.job(id).state()).isEqualTo(JobState.DEAD);
            assertThat(ns.job(id).history().lastError()).startsWith("set aside: ");
            assertThat(ns.exists("{" + ns.name + ".0}:broken:" + id)).isTrue();
        }
        assertThat(ns.members(ns.keys.schedule())).isEmpty();
        assertThat(ns.members(ns.keys.dead())).containsExactlyInAnyOrder("garbage", "list");
        assertThat(mend.call(List.of("garbage", "list"))).isEmpty();
    }

    @Test
    void findsEveryRecordOfTheNamespaceInARoundAndNoOther() {
        Namespace neighbour = new Namespace();
        neighbour.schedule(draft("theirs"));
        neighbour.redis.cli("DEL", neighbour.keys.schedule());
        ns.schedule(IntStream.range(0, 200).mapToObj(i -> draft("a" + i)).toList());
        ns.redis.cli("DEL", ns.keys.schedule());
        ns.redis.cli("SET", ns.keys.job("no job id"), "x");

        assertThat(round()).doesNotHaveDuplicates().hasSize(200).allMatch(id -> id.startsWith("a"));

        assertThat(ns.redis.cliLong("ZCARD", ns.keys.schedule())).isEqualTo(200);
        assertThat(round()).isEmpty();
        assertThat(neighbour.exists(neighbour.keys.schedule())).isFalse();
        assertThat(ns.redis.cli("GET", ns.keys.job("no job id"))).isEqualTo("x");
    }

    private List<String> round() {
        DueStore store = new RedisDueStore(ns.runner, ns.keys, ns.clock, ns.claimer, RetentionSettings.DEFAULT);
        List<String> mended = new ArrayList<>();
        String cursor = "0";
        do {
            DueStore.Mended step = store.mend(cursor, 1000);
            mended.addAll(step.ids());
            cursor = step.cursor();
        } while (!cursor.equals("0"));
        return mended;
    }
}
