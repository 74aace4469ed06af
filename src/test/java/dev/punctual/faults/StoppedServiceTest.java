package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The service told to stop: by an operator under load, and with a Redis that is no help. */
@Tag("faults")
final class StoppedServiceTest {

    /** As config.yml states it. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration SETTLED = Duration.ofSeconds(20);
    private static final int SIGTERM = 128 + 15;

    /** What Redis does when the service is told to stop. */
    enum RedisThen {
        FROZEN(RedisProcess::freeze, RedisProcess::thaw),
        GONE(RedisProcess::kill9, RedisProcess::restart);

        private final Consumer<RedisProcess> begin;
        private final Consumer<RedisProcess> end;

        RedisThen(Consumer<RedisProcess> begin, Consumer<RedisProcess> end) {
            this.begin = begin;
            this.end = end;
        }
    }

    @ParameterizedTest
    @EnumSource
    void losesAndDoublesNothingWhenStoppedUnderLoad(NotificationMode mode) {
        try (RedisProcess redis = RedisProcess.start("--save", "");
                Load load = new Load();
                ServiceProcess service = mode.service().redis(redis).start()) {
            load.ask(service);
            Await.await("the load runs").until(() -> load.accepted().size() > 200);
            assertEndsWithin(LIMIT, service);
            assertThat(service.logs()).contains("Stopped").doesNotContain("ERROR", "Rejected", "executor terminated");
            load.ask(null);
            load.close();
            service.restart();
            new Arrivals(redis, "punctual").awaitOnce(load.accepted(), SETTLED);
            assertThat(new Arrivals(redis, "punctual").ids()).doesNotContainAnyElementsOf(load.cancelled());
            assertThat(load.odd()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsInTimeWhateverRedisDoes(RedisThen then) {
        try (RedisProcess redis = RedisProcess.start("--save", "", "--appendonly", "yes");
                Load load = new Load();
                ServiceProcess service =
                        NotificationMode.ON.service().redis(redis).start()) {
            List<String> due = new JobRequests(service.http()).createAll("due", 50, Duration.ofMillis(500));
            load.ask(service);
            Await.await("the load runs").until(() -> load.accepted().size() > 50);
            then.begin.accept(redis);
            assertEndsWithin(LIMIT, service);
            assertThat(service.logs()).contains("Stopped").doesNotContain("executor terminated");
            load.ask(null);
            load.close();
            then.end.accept(redis);
            service.restart();
            new Arrivals(redis, "punctual").awaitOnce(due, SETTLED);
            new Arrivals(redis, "punctual").awaitOnce(load.accepted(), SETTLED);
        }
    }

    private static void assertEndsWithin(Duration limit, ServiceProcess service) {
        long told = System.nanoTime();
        service.term();
        assertThat(service.awaitExit()).isIn(0, SIGTERM);
        Duration took = Duration.ofNanos(System.nanoTime() - told);
        assertThat(took).isLessThan(limit);
    }
}
