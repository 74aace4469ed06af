package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.DueKey;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.NudgeBatch;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class NudgeDueTest {

    private final Namespace ns = new Namespace();
    private final NudgeDue nudge = new NudgeDue(ns.runner, ns.keys, ns.clock);

    @Test
    void hasNothingToDoOnAnEmptySchedule() {
        assertThat(nudge.call(10)).isEqualTo(new NudgeBatch(0, 0, null));
    }

    @Test
    void leavesWhatIsNotDueAndTellsWhenItWillBe() {
        Instant due = ns.schedule(List.of(in("a", Duration.ofMinutes(9)), in("b", Duration.ofMinutes(8))))
                .get(1)
                .dueAt();

        assertThat(nudge.call(10)).isEqualTo(new NudgeBatch(0, 0, due));
        assertThat(ns.exists(ns.dueKey("b", 1))).isTrue();
    }

    @Test
    void makesRedisPublishWhatItHadNotNoticedYet() {
        try (RedisProcess own = RedisProcess.start("--notify-keyspace-events", "Ex");
                RedisConnections connections = SharedConnections.open(own);
                RespClient ear = own.connect()) {
            own.cli("DEBUG", "SET-ACTIVE-EXPIRE", "0");
            Namespace held = new Namespace(own, SharedConnections.runner(connections));
            ear.call("SUBSCRIBE", "__keyevent@0__:expired");
            Instant due = held.schedule(List.of(in("a", Duration.ofMillis(30)), draft("later")))
                    .get(0)
                    .dueAt();
            held.awaitDue(due);

            NudgeBatch batch = new NudgeDue(held.runner, held.keys, held.clock).call(10);

            assertThat(batch.nudged()).isEqualTo(1);
            assertThat(batch.stillThere()).isZero();
            assertThat(batch.nextDue()).isEqualTo(held.job("later").dueAt());
            assertThat(ear.read()).isEqualTo(List.of("message", "__keyevent@0__:expired", held.dueKey("a", 1)));
            assertThat(held.job("a").state().word()).isEqualTo("scheduled");
        }
    }

    @Test
    void findsEveryDueKeyGoneAtItsDueMillisecond() {
        for (int i = 0; i < 20; i++) {
            Instant due = ns.schedule(in("a" + i, Duration.ofMillis(5))).dueAt();
            ns.awaitDue(due);
            assertThat(nudge.call(100).stillThere()).isZero();
        }
    }

    @Test
    void readsAtMostTheLimitInTheOrderOfFiring() {
        ns.schedule(IntStream.range(0, 5).mapToObj(i -> now("a" + i)).toList());
        Await.await("all expired").until(() -> nudge.call(10).stillThere() == 0);

        assertThat(nudge.call(3).nudged()).isEqualTo(3);
        assertThat(nudge.call(10).nudged()).isEqualTo(5);
    }

    @Test
    void readsTheKeyOfTheGenerationThatWaitsHoweverLargeTheRecord() {
        Instant due =
                ns.schedule(with(draft("a"), "\"" + "x".repeat(100_000) + "\"")).createdAt();
        ns.tamper("a", "r[4] = 1234567 r[5] = 1");
        ns.redis.cli("ZADD", ns.keys.schedule(), "1", "a");
        ns.redis.cli("SET", ns.dueKey("a", 1234567), "0");

        NudgeBatch nudged = nudge.call(10);

        assertThat(nudged.stillThere()).isEqualTo(1);
        assertThat(nudged.nextDue()).isNull();
        assertThat(nudged.dueKeys()).containsExactly(new DueKey(new JobId("a"), new Generation(1234567)));
        assertThat(nudged.at()).isAfterOrEqualTo(due);
    }

    @Test
    void skipsBrokenRecordsAndGhosts() {
        ns.schedule(List.of(now("garbage"), now("list"), now("layout"), now("good")));
        ns.redis.cli("ZADD", ns.keys.schedule(), "1", "ghost");
        ns.redis.cli("SET", ns.keys.job("garbage"), "\u00ff garbage");
        ns.redis.cli("DEL", ns.keys.job("list"));
        ns.redis.cli("RPUSH", ns.keys.job("list"), "x");
        ns.tamper("layout", "r[1] = 2");

        assertThat(nudge.call(10).nudged()).isEqualTo(1);
    }
}
