package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import dev.punctual.core.Fire;
import dev.punctual.core.JobState;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.PunctualException;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.TcpProxy;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class RedisDueStoreTest {

    private static final int JOBS = 2_000;

    private final Namespace ns = new Namespace();

    @Test
    void claimsAJobOnceWhenBothPathsRace() throws Exception {
        long due = ns.nowMillis() + 1_500;
        List<DueKey> hints = new ArrayList<>();
        for (int from = 0; from < JOBS; from += 250) {
            ns.schedule(IntStream.range(from, from + 250)
                    .mapToObj(i -> at("job-" + i, due + i % 200))
                    .toList());
        }
        IntStream.range(0, JOBS).forEach(i -> hints.add(Namespace.hint("job-" + i, 1)));

        List<Fire> fires = race(List.of(
                () -> claimByHints(shuffled(hints, 1)),
                () -> claimByHints(shuffled(hints, 2)),
                this::sweepUntilEmpty,
                this::sweepUntilEmpty));

        assertThat(fires).hasSize(JOBS);
        assertThat(fires.stream().map(fire -> fire.job().id()).distinct()).hasSize(JOBS);
        assertThat(fires).allMatch(fire -> !fire.firedAt().isBefore(fire.dueAt()));
        assertThat(ns.handedOverIds("default")).hasSize(JOBS).doesNotHaveDuplicates();
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:default", (long) JOBS));
        assertThat(ns.counters().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(JOBS);
        assertThat(ns.redis.cliLong("XLEN", ns.keys.fires())).isEqualTo(JOBS);
    }

    @Test
    void neitherLosesNorRepeatsAJobWhenTheAnswerToItsClaimIsLost() {
        try (TcpProxy proxy = TcpProxy.to(TestRedis.shared());
                RedisConnections connections = SharedConnections.open(proxy.redisUri(), Duration.ofMillis(300))) {
            DueStore cutOff = store(SharedConnections.runner(connections));
            ns.schedule(List.of(now("a"), now("b")));
            ns.sweep(1);
            proxy.holdToClient();

            assertThatThrownBy(() -> cutOff.claimOverdue(10, Duration.ZERO, Instant.EPOCH))
                    .isInstanceOf(OutcomeUnknownException.class);
            proxy.cut();
            proxy.resume();

            Await.await("connected again")
                    .ignoreExceptionsInstanceOf(PunctualException.class)
                    .until(() -> cutOff.claimOverdue(10, Duration.ZERO, Instant.EPOCH)
                            .fires()
                            .isEmpty());
        }
        assertThat(ns.handedOverIds("default")).containsExactly("a", "b");
        assertThat(ns.job("b").state()).isEqualTo(JobState.DELIVERED);
        assertThat(ns.redis.cliLong("XLEN", ns.keys.fires())).isEqualTo(2);
    }

    @Test
    void keepsAJobWhoseClaimNeverReachedRedis() {
        try (TcpProxy proxy = TcpProxy.to(TestRedis.shared());
                RedisConnections connections = SharedConnections.open(proxy.redisUri(), Duration.ofMillis(300))) {
            DueStore cutOff = store(SharedConnections.runner(connections));
            ns.schedule(now("a"));
            proxy.holdToTarget();

            assertThatThrownBy(() -> cutOff.claimOverdue(10, Duration.ZERO, Instant.EPOCH))
                    .isInstanceOf(OutcomeUnknownException.class);
            proxy.cut();
            assertThat(ns.job("a").state()).isEqualTo(JobState.SCHEDULED);
            proxy.resume();

            List<ClaimedFire> fires = new ArrayList<>();
            Await.await("connected again")
                    .ignoreExceptionsInstanceOf(PunctualException.class)
                    .until(() -> fires.addAll(cutOff.claimOverdue(10, Duration.ZERO, Instant.EPOCH)
                            .fires()));
            assertThat(fires).hasSize(1);
        }
        assertThat(ns.handedOverIds("default")).containsExactly("a");
    }

    @Test
    void followsTheClockOfRedis() {
        DueStore store = store(ns.runner);
        store.nudge(1);

        long before = ns.nowMillis();
        Instant now = store.now();
        long after = ns.nowMillis();

        assertThat(now.toEpochMilli()).isBetween(before - 20, after + 20);
    }

    private List<Fire> race(List<Callable<List<Fire>>> claimers) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(claimers.size());
        try {
            List<Fire> fires = new ArrayList<>();
            for (Future<List<Fire>> one : threads.invokeAll(claimers, 60, TimeUnit.SECONDS)) {
                fires.addAll(one.get());
            }
            return fires;
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Fire> claimByHints(List<DueKey> hints) {
        DueStore store = store(ns.runner);
        List<Fire> fires = new ArrayList<>();
        while (ns.redis.cliLong("ZCARD", ns.keys.schedule()) > 0) {
            for (int from = 0; from < hints.size(); from += 128) {
                List<DueKey> taken = hints.subList(from, Math.min(hints.size(), from + 128));
                store.claimNotified(taken, Instant.EPOCH).fires().forEach(fire -> fires.add(fire.fire()));
            }
        }
        return fires;
    }

    private List<Fire> sweepUntilEmpty() {
        DueStore store = store(ns.runner);
        List<Fire> fires = new ArrayList<>();
        ClaimBatch batch;
        do {
            batch = store.claimOverdue(64, Duration.ZERO, Instant.EPOCH);
            batch.fires().forEach(fire -> fires.add(fire.fire()));
        } while (batch.nextDue() != null);
        return fires;
    }

    private DueStore store(ScriptRunner runner) {
        return new RedisDueStore(runner, ns.keys, ns.clock, ns.claimer, RetentionSettings.DEFAULT);
    }

    private static List<DueKey> shuffled(List<DueKey> hints, long seed) {
        List<DueKey> shuffled = new ArrayList<>(hints);
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled;
    }
}
