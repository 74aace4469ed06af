package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing works or waits on the threads that read Redis's answers: the listener filters and queues, no more. */
@Tag("faults")
class EventLoopTest {

    private static final int JOBS = 2000;
    private static final int BURSTS = 5;
    private static final long APART_MILLIS = 400;

    /** Requests, JSON, HTTP; the work of the loops; anything that waits for an answer. */
    private static final Pattern FORBIDDEN =
            Pattern.compile("com\\.fasterxml\\.|org\\.eclipse\\.jetty\\.|org\\.glassfish\\."
                    + "|dev\\.punctual\\.(api|resources|targets)\\.|dev\\.punctual\\.core\\.JobService"
                    + "|dev\\.punctual\\.engine\\.\\w+\\.(runOnce|guardedRound|claim\\(|sweep\\(|settle|restUntil|awaitClaims)"
                    + "|dev\\.punctual\\.redis\\.(ScriptRunner\\.await|Claim|Nudge|RedisDueStore|RedisClock\\.sample)"
                    + "|CompletableFuture\\.(get|join)|CountDownLatch\\.await|Thread\\.sleep|FutureTask\\.get");

    /** A thread that waits for what only itself can read waits for ever; the longer limit forgives a busy machine. */
    private static final String[] SETTINGS = {"notifications.probeInterval=300ms", "redis.timeouts.command=5s"};

    private static Stage stage;
    private static ServiceProcess usual;
    private static Stage singleStage;
    private static ServiceProcess single;

    @BeforeAll
    static void start() {
        stage = new Stage();
        usual = stage.launch(stage.service(SETTINGS));
        singleStage = new Stage();
        single = singleStage.launch(singleStage.service(SETTINGS).jvm("-Dio.netty.eventLoopThreads=1"));
        usual.awaitReady();
        single.awaitReady();
    }

    @AfterAll
    static void stop() {
        stage.close();
        singleStage.close();
    }

    @ParameterizedTest
    @CsvSource({"NOTIFYING, false", "SILENT, false", "NOTIFYING, true", "SILENT, true"})
    void keepsTheEventLoopFreeWhileTwoThousandJobsFireInOneMillisecond(Feed feed, boolean oneThread) {
        Stage here = oneThread ? singleStage : stage;
        ServiceProcess service = oneThread ? single : usual;
        here.feed(feed);
        List<Batch> bursts = new ArrayList<>();
        long firstMillis = here.nowMillis() + 2000;
        for (int i = 0; i < BURSTS; i++) {
            Batch batch = here.batch();
            long dueAtMillis = firstMillis + APART_MILLIS * i;
            batch.schedule(service, JOBS, number -> batch.at(number, dueAtMillis));
            bursts.add(batch);
        }
        Latencies usual = getsBefore(here, service, firstMillis - 20);
        Latencies gets = new Latencies();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> readUntilFired(service, bursts, gets));
        List<String> dumps = new ArrayList<>();
        for (int i = 0; i < BURSTS; i++) {
            here.awaitTime(firstMillis + APART_MILLIS * i);
            Batch burst = bursts.get(i);
            // Two while it lasts, however short that is.
            dumps.add(service.adminHttp().get("/threads").body());
            await("the burst fires").until(() -> burst.arrived() > 0);
            dumps.add(service.adminHttp().get("/threads").body());
        }
        reader.join();
        dumps.forEach(EventLoopTest::assertEventLoopsFree);
        bursts.forEach(batch -> batch.awaitAllOnce(Duration.ofSeconds(10)));
        assertThat(gets.p99()).as("p99 of GET in the bursts").isLessThan(usual.stretch(Duration.ofMillis(500)));
        assertThat(service.logs()).doesNotContain("RedisCommandTimeoutException");
    }

    /** What a GET takes on this machine when nothing fires. */
    private static Latencies getsBefore(Stage here, ServiceProcess service, long endMillis) {
        Latencies gets = new Latencies();
        do {
            gets.time(() -> service.http().get("/v1/jobs/unknown"));
        } while (here.nowMillis() < endMillis);
        return gets;
    }

    private static void readUntilFired(ServiceProcess service, List<Batch> bursts, Latencies gets) {
        Batch last = bursts.get(bursts.size() - 1);
        await("the bursts").atMost(Duration.ofSeconds(20)).until(() -> {
            gets.time(() -> assertThat(
                            service.http().get("/v1/jobs/" + last.id(JOBS - 1)).status())
                    .isEqualTo(200));
            return last.arrived() == JOBS;
        });
    }

    private static void assertEventLoopsFree(String dump) {
        List<String> threads = List.of(dump.split("\n\\s*\n"));
        List<String> loops = threads.stream()
                .filter(thread -> thread.stripLeading().matches("(?s)\"?lettuce-.*EventLoop.*"))
                .toList();
        assertThat(loops).as(dump).isNotEmpty();
        for (String loop : loops) {
            assertThat(FORBIDDEN.matcher(loop).find()).as(loop).isFalse();
        }
    }
}
