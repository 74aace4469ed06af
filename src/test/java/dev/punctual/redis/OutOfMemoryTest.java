package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.Change;
import dev.punctual.core.Due;
import dev.punctual.core.JobId;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobState;
import dev.punctual.core.Precondition;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.testkit.RedisProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis without memory refuses a change as a whole, and what makes room still works. */
@Tag("redis")
class OutOfMemoryTest {

    private static RedisProcess redis;
    private static RedisConnections connections;

    private final Namespace ns = new Namespace(redis, SharedConnections.runner(connections));

    @BeforeAll
    static void start() {
        redis = RedisProcess.start();
        connections = SharedConnections.open(redis);
    }

    @AfterAll
    static void stop() {
        connections.close();
        redis.close();
    }

    @AfterEach
    void giveMemory() {
        redis.cli("CONFIG", "SET", "maxmemory", "0");
    }

    @Test
    void refusesChangesAndClaimsAsAWhole() {
        ns.schedule(List.of(draft("a"), at("due", 0)));
        Map<String, String> before = withoutMemory();

        refused(() -> ns.schedule(List.of(draft("b"), draft("c"))));
        refused(() -> ns.put(draft("a"), new Precondition.None()));
        refused(() -> new RescheduleJob(ns.runner, ns.keys)
                .patch(
                        new JobId("a"),
                        new JobPatch(new Due.After(Duration.ZERO), Change.none(), Change.none(), Change.none())));
        refused(() -> new RescheduleJob(ns.runner, ns.keys).fireNow(new JobId("a")));
        refused(() -> ns.claimNotified(Namespace.hint("due", 1)));
        refused(() -> ns.sweep(10));
        refused(() -> new MendJobs(ns.runner, ns.keys).call(List.of("a")));
        refused(() -> new BeatInstance(ns.runner, ns.keys, "one").call(true));

        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void stillReads() {
        ns.schedule(draft("a"));
        withoutMemory();

        assertThat(ns.job("a").state()).isEqualTo(JobState.SCHEDULED);
        assertThat(new ReadStats(ns.runner, ns.keys).call().jobs().scheduled()).isEqualTo(1);
        assertThat(new CountQueues(ns.runner, ns.keys).call()).hasSize(1);
        assertThat(new ListScheduled(ns.runner, ns.keys)
                        .call(ns.keys.schedule(), 1, 1, new JobFilter("", ""), null)
                        .rows(3))
                .hasSize(1);
    }

    @Test
    void stillCancelsAndTrims() {
        ns.schedule(draft("a"));
        withoutMemory();

        ns.cancel("a");

        assertThat(ns.job("a").state()).isEqualTo(JobState.CANCELLED);
        assertThat(new TrimFinished(ns.runner, ns.keys, new RetentionSettings(null, 0, null, null, null)).call(10))
                .isEqualTo(1);
        assertThat(ns.members(ns.keys.finished())).isEmpty();
    }

    @Test
    void firesEverythingOnceThereIsMemoryAgain() {
        Instant due = ns.schedule(List.of(at("a", 0), at("b", 0))).get(1).dueAt();
        withoutMemory();
        refused(() -> ns.sweep(10));

        giveMemory();

        ns.awaitDue(due);
        assertThat(ns.sweep(10).fires()).hasSize(2);
        assertThat(ns.handedOverIds("default")).containsExactly("a", "b");
    }

    private Map<String, String> withoutMemory() {
        Map<String, String> before = ns.snapshot();
        redis.cli("CONFIG", "SET", "maxmemory", "1");
        return before;
    }

    private static void refused(ThrowingCallable call) {
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(call)
                .withMessageContaining("OOM");
    }
}
