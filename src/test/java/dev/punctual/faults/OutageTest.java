package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Redis gone, frozen, slow, read-only or full while requests come and jobs fall due. */
@Tag("faults")
final class OutageTest {

    private static final int REQUESTS = 12;

    /** Two commands with a time limit of 1 s each; and a slow machine. */
    private static final Duration ANSWERED = Duration.ofSeconds(4);

    private static final Duration RECOVERED = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(200);
    private static final Duration FAR = Duration.ofDays(1);

    private static final Map<NotificationMode, Plant> PLANTS = new EnumMap<>(NotificationMode.class);

    /** A Redis that keeps its data over a restart, and the service on it. */
    private record Plant(RedisProcess redis, ServiceProcess service, JobRequests jobs, Arrivals arrivals) {

        static Plant of(NotificationMode mode) {
            RedisProcess redis = RedisProcess.start("--save", "", "--appendonly", "yes");
            ServiceProcess service = mode.service().redis(redis).start();
            return new Plant(redis, service, new JobRequests(service.http()), new Arrivals(redis, "punctual"));
        }

        int ready() {
            return service.adminHttp().get("/health-check?type=ready").status();
        }

        /** What can be seen of an outage while it lasts; the process itself counts as alive. */
        void awaitSigns(Outage outage, String known) {
            if (outage.silent) {
                Await.await("the connections are given up")
                        .until(() -> jobs.get(known).status() == 503);
                Await.await("not ready").until(() -> ready() == 503);
            } else {
                assertThat(jobs.get(known).status()).isEqualTo(200);
            }
            assertThat(service.adminHttp().get("/health-check?type=alive").status())
                    .isEqualTo(200);
        }
    }

    /** What befalls Redis. */
    enum Outage {
        FROZEN(true, RedisProcess::freeze, RedisProcess::thaw),
        STOPPED(true, RedisProcess::stop, RedisProcess::restart),
        KILLED(true, RedisProcess::kill9, RedisProcess::restart),
        PAUSED(true, redis -> redis.cli("CLIENT", "PAUSE", "60000", "ALL"), redis -> redis.restart()),
        READ_ONLY(
                false,
                redis -> redis.cli("REPLICAOF", "127.0.0.1", Integer.toString(FreePort.next())),
                redis -> redis.cli("REPLICAOF", "NO", "ONE")),
        WITHOUT_REPLICAS(
                false,
                redis -> redis.cli("CONFIG", "SET", "min-replicas-to-write", "1"),
                redis -> redis.cli("CONFIG", "SET", "min-replicas-to-write", "0")),
        FULL(
                false,
                redis -> redis.cli("CONFIG", "SET", "maxmemory", "1"),
                redis -> redis.cli("CONFIG", "SET", "maxmemory", "0"));

        private final boolean silent;
        private final Consumer<RedisProcess> begin;
        private final Consumer<RedisProcess> end;

        Outage(boolean silent, Consumer<RedisProcess> begin, Consumer<RedisProcess> end) {
            this.silent = silent;
            this.begin = begin;
            this.end = end;
        }
    }

    /** A request and what became of it. */
    private record Outcome(String id, int status, Duration took) {}

    static Stream<Arguments> outages() {
        return Stream.of(NotificationMode.values())
                .flatMap(mode -> Stream.of(Outage.values()).map(outage -> Arguments.of(mode, outage)));
    }

    @AfterAll
    static void stop() {
        PLANTS.values().forEach(plant -> {
            plant.service.close();
            plant.redis.close();
        });
    }

    @ParameterizedTest
    @MethodSource("outages")
    void answersInTimeDoesNothingThatItRefusedAndRecovers(NotificationMode mode, Outage outage) {
        Plant plant = PLANTS.computeIfAbsent(mode, Plant::of);
        String run = outage.name().toLowerCase(Locale.ROOT);
        List<String> due = plant.jobs.createAll(run + "-due", 30, Duration.ofMillis(700));
        List<String> moved = plant.jobs.createAll(run + "-moved", 2 * REQUESTS, FAR);
        List<String> cancelled = plant.jobs.createAll(run + "-cancelled", 2 * REQUESTS, FAR);

        List<Outcome> creates = new ArrayList<>();
        List<Outcome> moves = new ArrayList<>();
        List<Outcome> cancels = new ArrayList<>();
        outage.begin.accept(plant.redis);
        try {
            for (int first = 0; first < 2 * REQUESTS; first += REQUESTS) {
                // The first wave meets connections that seem whole, the second knows better.
                int from = first;
                var creating = inParallel(i -> run + "-new-" + (from + i), id -> plant.jobs.create(id, SOON));
                var moving = inParallel(i -> moved.get(from + i), id -> plant.jobs.move(id, SOON));
                var cancelling = inParallel(i -> cancelled.get(from + i), plant.jobs::cancel);
                creates.addAll(creating.get());
                moves.addAll(moving.get());
                cancels.addAll(cancelling.get());
                plant.awaitSigns(outage, moved.get(0));
            }
        } finally {
            outage.end.accept(plant.redis);
        }

        Await.await("requests are taken again")
                .atMost(RECOVERED)
                .until(() -> plant.jobs.create(run + "-after", Duration.ZERO).status() < 300);
        plant.arrivals.awaitOnce(due, RECOVERED);
        assertAnswered(creates, 201);
        assertAnswered(moves, 200);
        assertAnswered(cancels, 204);
        List<String> arrived = plant.arrivals.ids();
        for (String id : refused(creates)) {
            assertThat(plant.jobs.get(id).status()).as(id).isEqualTo(404);
            assertThat(arrived).doesNotContain(id);
        }
        for (String id : refused(moves)) {
            assertThat(plant.jobs.get(id).json().at("/generation").asInt())
                    .as(id)
                    .isEqualTo(1);
            assertThat(arrived).doesNotContain(id);
        }
        for (String id : refused(cancels)) {
            assertThat(plant.jobs.get(id).json().at("/state").asText()).as(id).isEqualTo("scheduled");
        }
        repeatWhatIsUnknown(plant, creates);
        Await.await("ready").atMost(RECOVERED).until(() -> plant.ready() == 200);
    }

    /** With the same id it is one job, whatever became of the first request. */
    private static void repeatWhatIsUnknown(Plant plant, List<Outcome> creates) {
        List<String> unknown = creates.stream()
                .filter(create -> create.status == 504)
                .map(Outcome::id)
                .toList();
        for (String id : unknown) {
            assertThat(plant.jobs.create(id, Duration.ofMillis(200)).status()).isIn(200, 201);
        }
        plant.arrivals.awaitOnce(unknown, RECOVERED);
    }

    private static void assertAnswered(List<Outcome> outcomes, int done) {
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.status).isIn(503, 504, done);
            assertThat(outcome.took).isLessThan(ANSWERED);
        });
    }

    private static List<String> refused(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.status == 503)
                .map(Outcome::id)
                .toList();
    }

    private static Supplier<List<Outcome>> inParallel(IntFunction<String> ids, Function<String, Answer> request) {
        ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
        List<CompletableFuture<Outcome>> running = IntStream.range(0, REQUESTS)
                .mapToObj(ids)
                .map(id -> CompletableFuture.supplyAsync(() -> timed(id, () -> request.apply(id)), threads))
                .toList();
        threads.shutdown();
        return () -> running.stream().map(CompletableFuture::join).toList();
    }

    private static Outcome timed(String id, Supplier<Answer> request) {
        long started = System.nanoTime();
        int status = request.get().status();
        return new Outcome(id, status, Duration.ofNanos(System.nanoTime() - started));
    }
}
