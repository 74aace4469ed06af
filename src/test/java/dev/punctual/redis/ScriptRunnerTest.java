package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.punctual.core.JobDraft;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.PunctualException;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.RespClient;
import dev.punctual.testkit.TcpProxy;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class ScriptRunnerTest {

    private static final Duration LIMIT = Duration.ofMillis(300);

    @Test
    void sendsTheSourceWhereRedisHasForgottenTheScript() {
        Namespace ns = new Namespace();
        ns.schedule(draft("a"));

        ns.redis.cli("SCRIPT", "FLUSH");
        ns.schedule(draft("b"));
        long loaded = evals(ns);
        ns.schedule(draft("c"));

        assertThat(ns.redis.cliLong("ZCARD", ns.keys.schedule())).isEqualTo(3);
        assertThat(evals(ns)).isEqualTo(loaded);
        assertThat(ns.redis.cliList("SCRIPT", "EXISTS", ScheduleJobs.SCRIPT.digest()))
                .containsExactly("1");
    }

    @Test
    void saysThatTheOutcomeIsUnknownAndSendsNothingTwice() {
        Namespace ns = new Namespace();
        try (TcpProxy proxy = TcpProxy.to(TestRedis.shared());
                RedisConnections connections = SharedConnections.open(proxy.redisUri(), LIMIT)) {
            Namespace cutOff = new Namespace(ns.redis, SharedConnections.runner(connections));
            cutOff.schedule(draft("first"));
            proxy.holdToClient();

            assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> push(cutOff, "answer held"));
            proxy.cut();
            proxy.resume();

            Await.await("connected again").until(() -> catchThrowable(() -> push(cutOff, "later")) == null);
            assertThat(pushed(cutOff))
                    .startsWith("answer held")
                    .endsWith("later")
                    .containsOnlyOnce("answer held");
        }
    }

    @Test
    void neverSendsLaterWhatItCouldNotSend() {
        Namespace ns = new Namespace();
        try (TcpProxy proxy = TcpProxy.to(TestRedis.shared());
                RedisConnections connections = SharedConnections.open(proxy.redisUri(), LIMIT)) {
            Namespace cutOff = new Namespace(ns.redis, SharedConnections.runner(connections));
            cutOff.schedule(draft("first"));
            proxy.holdToTarget();
            assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> push(cutOff, "held"));
            proxy.refuse();
            Await.await("disconnected")
                    .until(() -> catchThrowable(() -> push(cutOff, "refused")) instanceof StoreUnavailableException);

            long started = System.nanoTime();
            assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> push(cutOff, "refused"));
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LIMIT);

            proxy.resume();
            proxy.accept();
            Await.await("connected again").until(() -> catchThrowable(() -> push(cutOff, "later")) == null);
            assertThat(pushed(cutOff)).containsExactly("later");
        }
    }

    @Test
    void refusesWhatFindsTheQueueOfRequestsFullAndChangesNothing() {
        Namespace ns = new Namespace();
        try (TcpProxy proxy = TcpProxy.to(TestRedis.shared())) {
            RedisSettings.Timeouts limits =
                    new RedisSettings.Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5));
            RedisSettings settings = new RedisSettings(proxy.redisUri(), null, null, null, 64, limits);
            try (RedisConnections connections = new RedisConnections(RedisAddress.parse(proxy.redisUri()), settings)) {
                Namespace held = new Namespace(ns.redis, SharedConnections.runner(connections));
                held.schedule(draft("first"));
                proxy.hold();
                List<CompletionStage<Long>> asked = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    asked.add(held.runner.command(redis -> redis.rpush(held.name + ":pushed", "x")));
                }
                proxy.resume();
                List<Throwable> refusals = asked.stream()
                        .map(one -> catchThrowable(() -> held.runner.await(one)))
                        .filter(Objects::nonNull)
                        .toList();

                long taken = asked.size() - refusals.size();
                // How many are under way when the queue is full depends on how fast the network takes them.
                assertThat(refusals).isNotEmpty().hasOnlyElementsOfType(StoreUnavailableException.class);
                assertThat(taken).isGreaterThanOrEqualTo(60L);
                assertThat(held.redis.cliLong("LLEN", held.name + ":pushed")).isEqualTo(taken);
            }
        }
    }

    @Test
    void isUnavailableWhileRedisIsAReplicaThatTakesNoWrites() {
        withOwnRedis(own -> {
            own.redis.cli("REPLICAOF", "127.0.0.1", "1");

            unavailable(own, "READONLY");

            own.redis.cli("REPLICAOF", "NO", "ONE");
            own.schedule(draft("b"));
        });
    }

    @Test
    void isUnavailableWhileRedisIsBusyWithAScript() {
        withOwnRedis(own -> {
            own.redis.cli("CONFIG", "SET", "busy-reply-threshold", "10");
            try (RespClient hog = own.redis.connect()) {
                CompletableFuture<Object> endless =
                        CompletableFuture.supplyAsync(() -> hog.call("EVAL", "while true do end", "0"));
                Await.await("busy").untilAsserted(() -> unavailable(own, "BUSY"));
                own.redis.cli("SCRIPT", "KILL");
                assertThat(endless).failsWithin(LIMIT.multipliedBy(10));
            }
            own.schedule(draft("b"));
        });
    }

    @Test
    void isUnavailableWhileRedisLoadsItsData() {
        withOwnRedis(own -> {
            own.redis.cli("DEBUG", "POPULATE", "3000", "filler", "1000");
            own.redis.cli("CONFIG", "SET", "key-load-delay", "1000");
            own.redis.cli("CONFIG", "SET", "loading-process-events-interval-bytes", "1024");
            try (RespClient reload = own.redis.connect()) {
                CompletableFuture<Object> reloaded =
                        CompletableFuture.supplyAsync(() -> reload.call("DEBUG", "RELOAD"));
                Await.await("loading").untilAsserted(() -> unavailable(own, "LOADING"));
                own.redis.cli("CONFIG", "SET", "key-load-delay", "0");
                assertThat(reloaded).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("OK");
            }
            assertThat(own.job("a").id().value()).isEqualTo("a");
        });
    }

    @Test
    void isUnavailableWhileRedisIsDownAndWorksAgainWithoutARestart() {
        withOwnRedis(own -> {
            RedisProcess server = (RedisProcess) own.redis;
            server.kill9();
            Await.await("noticed")
                    .until(() -> catchThrowable(() -> own.schedule(draft("x"))) instanceof StoreUnavailableException);

            server.restart();

            Await.await("connected again")
                    .ignoreExceptionsInstanceOf(PunctualException.class)
                    .until(() -> own.schedule(draft("b")) != null);
            assertThat(own.members(own.keys.schedule())).containsExactly("b");
        });
    }

    private static void withOwnRedis(Consumer<Namespace> trial) {
        try (RedisProcess redis = RedisProcess.start("--save", "");
                RedisConnections connections = SharedConnections.open(redis.uri(), Duration.ofSeconds(5))) {
            Namespace own = new Namespace(redis, SharedConnections.runner(connections));
            own.schedule(draft("a"));
            trial.accept(own);
        }
    }

    private static void unavailable(Namespace ns, String code) {
        JobDraft draft = draft("refused");
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> ns.schedule(draft))
                .withMessageContaining(code);
    }

    private static void push(Namespace ns, String word) {
        ns.runner.await(ns.runner.command(redis -> redis.rpush(ns.name + ":pushed", word)));
    }

    private static List<String> pushed(Namespace ns) {
        return ns.redis.cliList("LRANGE", ns.name + ":pushed", "0", "-1");
    }

    private static long evals(Namespace ns) {
        return ns.redis
                .cliString("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+).*", "$1")))
                .sum();
    }
}
