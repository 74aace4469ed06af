package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import dev.punctual.testkit.TcpProxy;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Redis fails over to a replica that had fallen behind. What it had not got is forgotten, as the guarantees say; everything
 * else goes on, and what is done a second time can be recognised as such.
 */
@Tag("faults")
final class FailOverTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int JOBS = 50;

    private final String namespace = TestRedis.freshNamespace();
    private RedisProcess primary;
    private TcpProxy replication;
    private RedisProcess replica;
    private TcpProxy address;
    private Receiver receiver;
    private ServiceProcess service;

    @BeforeEach
    void start() {
        primary = RedisProcess.start("--save", "", "--repl-diskless-sync-delay", "0");
        replication = TcpProxy.to(primary);
        replica = RedisProcess.start("--save", "", "--replicaof", "127.0.0.1 " + replication.port());
        address = TcpProxy.to(primary);
        receiver = Receiver.answering(204);
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        address.close();
        receiver.close();
        replication.close();
        replica.close();
        primary.close();
    }

    /** What of a delivery the replica has not got. */
    enum Forgotten {
        CLAIM_AND_END(1),
        END(2);

        private final int attempts;

        Forgotten(int attempts) {
            this.attempts = attempts;
        }
    }

    @ParameterizedTest
    @CsvSource({"ON, CLAIM_AND_END", "OFF, CLAIM_AND_END", "ON, END"})
    void forgetsWhatTheReplicaHadNotGotAndGoesOnFromThere(NotificationMode mode, Forgotten what) {
        CountDownLatch gate = new CountDownLatch(what == Forgotten.END ? 1 : 0);
        receiver.reply(exchange -> {
            gate.await(20, TimeUnit.SECONDS);
            exchange.sendResponseHeaders(204, -1);
        });
        ServiceProcess.Builder builder =
                mode.service().redis(address.redisUri()).namespace(namespace).env("PUNCTUAL_LEASE", "4s");
        service = Posting.queue(builder, "hook", receiver.url(), "concurrency=" + JOBS)
                .start();
        List<String> done = Posting.schedule(service, "hook", "done", JOBS, Duration.ofSeconds(2));
        List<String> waiting = Posting.schedule(service, "hook", "waiting", JOBS, Duration.ofSeconds(8));
        await("the replica has them").atMost(LIMIT).until(() -> replica.cliLong("ZCARD", schedule()) == 2 * JOBS);

        if (what == Forgotten.CLAIM_AND_END) {
            replication.hold();
        } else {
            await("the replica knows of the claims")
                    .atMost(LIMIT)
                    .until(() -> replica.cliLong("ZCARD", schedule().replace("schedule", "running")) == JOBS);
            replication.hold();
            gate.countDown();
        }
        Posting.awaitCount(service, "hook", "delivered", JOBS, LIMIT);
        List<String> forgotten = Posting.schedule(service, "hook", "forgotten", JOBS, Duration.ofHours(1));
        primary.kill9();
        replica.cli("REPLICAOF", "NO", "ONE");
        address.moveTo(replica);

        await("the service goes on")
                .atMost(LIMIT)
                .until(() -> service.http().get("/v1/stats").status() == 200);
        Posting.awaitCount(service, "hook", "delivered", 2 * JOBS, LIMIT);
        assertThat(idsOfRequests(waiting)).hasSize(JOBS).allSatisfy((job, ids) -> assertThat(ids)
                .hasSize(1));
        assertThat(idsOfRequests(done)).hasSize(JOBS).allSatisfy((job, ids) -> assertThat(ids)
                .as("posted twice, with one webhook-id")
                .hasSize(2)
                .containsOnly(ids.get(0)));
        for (String id : done) {
            JsonNode job = Posting.job(service, id);
            assertThat(job.path("state").asText()).isEqualTo("delivered");
            assertThat(job.path("attempt").asInt()).isEqualTo(what.attempts);
            assertThat(job.path("generation").asLong()).isEqualTo(1);
        }
        for (String id : forgotten) {
            assertThat(service.http().get("/v1/jobs/" + id).status()).isEqualTo(404);
        }
        Posting.schedule(service, "hook", "forgotten", JOBS, Duration.ZERO); // whoever asks again gets a new job
        Posting.awaitCount(service, "hook", "delivered", 3 * JOBS, LIMIT);
    }

    private String schedule() {
        return "{" + namespace + ".0}:schedule";
    }

    /** The {@code webhook-id} of each request for one of these jobs, by job. */
    private Map<String, List<String>> idsOfRequests(List<String> jobs) {
        return receiver.received().stream()
                .filter(request -> jobs.contains(Arrivals.idOf(request.body())))
                .collect(Collectors.groupingBy(
                        request -> Arrivals.idOf(request.body()),
                        Collectors.mapping(request -> request.headers().get("webhook-id"), Collectors.toList())));
    }
}
