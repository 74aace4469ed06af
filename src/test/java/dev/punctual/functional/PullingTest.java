package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that are pulled: leased, acknowledged, given back, kept for longer, and taken back. */
@Tag("functional")
class PullingTest {

    private static RunningService service;

    private final String id = fresh("pulled");

    @BeforeAll
    static void start() {
        service = RunningService.start(builder -> builder.config(
                        ConfigCopy.with(
                                "queues: {}",
                                """
                queues:
                  work: {target: pull}
                  many: {target: pull}
                  ties: {target: pull}
                  gone: {target: pull}
                  held: {target: pull}
                  kept: {target: pull}
                  late: {target: pull}
                  short:
                    target: pull
                    retry: {maxAttempts: 2, backoff: {type: fixed, initial: 100ms, jitter: 0}}
                  tried:
                    target: pull
                    retry: {maxAttempts: 2, backoff: {type: fixed, initial: 300ms, jitter: 0}}
                """))
                .env("PUNCTUAL_SWEEP_INTERVAL", "60s"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void handsADueJobToWhoeverWaitsAndCountsItDeliveredWhenThatSaysSo() throws Exception {
        Puller puller = new Puller(service.http(), "work");
        CompletableFuture<List<JsonNode>> poll = puller.pullMeanwhile("{'wait':'30s','lease':'45s'}");
        service.schedule("{'id':'" + id + "','queue':'work','name':'print','delay':'500ms','payload':{'n': 1.10}}");

        JsonNode job = poll.get().get(0);
        assertThat(job.fieldNames())
                .toIterable()
                .containsExactly(
                        "leaseToken",
                        "leaseEndsAt",
                        "id",
                        "queue",
                        "name",
                        "payload",
                        "dueAt",
                        "firedAt",
                        "attempt",
                        "generation",
                        "path");
        assertThat(job.path("payload").toString()).isEqualTo("{\"n\":1.1}");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        assertThat(job.path("path").asText()).isEqualTo("fast");
        Instant fired = Instant.parse(job.path("firedAt").asText());
        assertThat(Duration.between(Instant.parse(job.path("dueAt").asText()), fired))
                .isBetween(Duration.ZERO, Duration.ofSeconds(1));
        assertThat(Duration.between(fired, Instant.parse(job.path("leaseEndsAt").asText())))
                .isBetween(Duration.ofSeconds(44), Duration.ofSeconds(46));

        JsonNode running = service.job(id);
        assertThat(running.path("state").asText()).isEqualTo("running");
        assertThat(running.path("attempt").asInt()).isEqualTo(1);
        assertThat(running.at("/lastFire/outcome").asText()).isEqualTo("running");
        assertThat(service.counts("work")).containsEntry("running", 1);
        assertThat(service.http()
                        .get("/v1/jobs?state=running&queue=work")
                        .json()
                        .at("/items/0/id")
                        .asText())
                .isEqualTo(id);

        assertThat(puller.ack(job)).isEqualTo(204);
        JsonNode delivered = service.job(id);
        assertThat(delivered.path("state").asText()).isEqualTo("delivered");
        assertThat(delivered.at("/lastFire/outcome").asText()).isEqualTo("delivered");
        assertThat(delivered.path("timeline").findValuesAsText("event"))
                .startsWith("scheduled")
                .endsWith("delivered");
        assertThat(service.counts("work")).containsEntry("running", 0).containsEntry("delivered", 1);
        JsonNode fires = service.http().get("/v1/fires?queue=work").json().path("items");
        assertThat(fires).singleElement().satisfies(fire -> {
            assertThat(fire.path("outcome").asText()).isEqualTo("delivered");
            assertThat(fire.path("firedAt").asText())
                    .isEqualTo(job.path("firedAt").asText());
        });
        assertThat(puller.ack(job)).isEqualTo(410);
        assertThat(puller.nack(job, "{}")).isEqualTo(410);
        assertThat(puller.extend(job, "{}").status()).isEqualTo(410);
        assertThat(service.state(id)).isEqualTo("delivered");
    }

    @Test
    void dealsJobsOutAmongManyWhoWait() throws Exception {
        Puller puller = new Puller(service.http(), "many");
        List<CompletableFuture<List<JsonNode>>> polls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            polls.add(puller.pullMeanwhile("{'max':1,'wait':'30s'}"));
        }
        scheduleAll("many", 40, "200ms");
        List<JsonNode> pulled = new ArrayList<>();
        for (CompletableFuture<List<JsonNode>> poll : polls) {
            pulled.addAll(poll.get());
        }
        assertThat(pulled).hasSize(40);
        assertThat(pulled).extracting(job -> job.path("id").asText()).doesNotHaveDuplicates();
        assertThat(puller.ackAll(pulled)).hasSize(40).containsOnly(204);
        assertThat(puller.ackAll(pulled)).hasSize(40).containsOnly(410);
        assertThat(service.counts("many")).containsEntry("delivered", 40).containsEntry("running", 0);
    }

    @Test
    void givesJobsOfOneDueTimeInTheOrderOfScheduling() {
        Puller puller = new Puller(service.http(), "ties");
        String at = Instant.now().plusMillis(400).toString();
        List<String> ids =
                IntStream.range(0, 30).mapToObj(i -> id + "-" + (97 - 3 * i)).toList();
        for (String one : ids) {
            service.schedule("{'id':'" + one + "','queue':'ties','at':'" + at + "'}");
        }
        await("all are due").until(() -> !Instant.now().isBefore(Instant.parse(at)));
        List<String> pulled = new ArrayList<>();
        await("all are pulled").until(() -> {
            puller.pull("{'max':7,'wait':'1s'}").forEach(job -> {
                pulled.add(job.path("id").asText());
                assertThat(puller.ack(job)).isEqualTo(204);
            });
            return pulled.size() >= ids.size();
        });
        assertThat(pulled).isEqualTo(ids);
    }

    @Test
    void takesAJobBackWhoseLeaseHasLapsedAndRefusesItsFormerOwner() {
        Puller puller = new Puller(service.http(), "short");
        service.schedule("{'id':'" + id + "','queue':'short','delay':'0s'}");
        JsonNode first = puller.pullOne("{'wait':'10s','lease':'1s'}");
        JsonNode second = puller.pullOne("{'wait':'20s','lease':'1m'}");
        assertThat(second.path("id").asText()).isEqualTo(id);
        assertThat(second.path("attempt").asInt()).isEqualTo(2);
        assertThat(second.path("generation")).isEqualTo(first.path("generation"));
        assertThat(Instant.parse(second.path("firedAt").asText()))
                .isAfterOrEqualTo(Instant.parse(first.path("leaseEndsAt").asText()));
        assertThat(puller.ack(first)).isEqualTo(410);
        assertThat(puller.nack(first, "{}")).isEqualTo(410);
        assertThat(puller.extend(first, "{}").status()).isEqualTo(410);
        assertThat(service.state(id)).isEqualTo("running");
        assertThat(puller.ack(second)).isEqualTo(204);
        JsonNode job = service.job(id);
        assertThat(job.path("state").asText()).isEqualTo("delivered");
        assertThat(job.at("/lastFire/path").asText()).isEqualTo("sweep");
        assertThat(job.at("/lastFire/cause").asText()).isEqualTo("lease_lapsed");
        assertThat(job.path("timeline").findValuesAsText("event")).contains("lapsed");
        assertThat(service.http().get("/v1/fires?queue=short").json().path("items"))
                .filteredOn(fire -> fire.path("id").asText().equals(id))
                .extracting(fire -> fire.path("outcome").asText())
                .containsExactly("delivered", "lapsed");
    }

    @Test
    void letsAJobDieWhoseLastLeaseLapses() {
        Puller puller = new Puller(service.http(), "short");
        service.schedule("{'id':'" + id + "','queue':'short','delay':'0s','retry':{'maxAttempts':1}}");
        JsonNode only = puller.pullOne("{'wait':'10s','lease':'1s'}");
        JsonNode dead = service.awaitState(id, "dead");
        assertThat(dead.path("lastError").asText()).isEqualTo("lease_lapsed");
        assertThat(puller.ack(only)).isEqualTo(410);
        assertThat(service.state(id)).isEqualTo("dead");
    }

    @Test
    void keepsALeaseThatIsExtended() {
        Puller puller = new Puller(service.http(), "kept");
        service.schedule("{'id':'" + id + "','queue':'kept','delay':'0s'}");
        JsonNode job = puller.pullOne("{'wait':'10s','lease':'1s'}");
        Answer extended = puller.extend(job, "{'lease':'30s'}");
        assertThat(extended.status()).isEqualTo(200);
        assertThat(extended.json().path("leaseToken")).isEqualTo(job.path("leaseToken"));
        Instant before = Instant.parse(job.path("leaseEndsAt").asText());
        assertThat(Instant.parse(extended.json().path("leaseEndsAt").asText())).isAfter(before.plusSeconds(20));
        await("the first lease is over").until(() -> Instant.now().isAfter(before.plusSeconds(1)));
        assertThat(puller.pull("{'wait':'1s'}")).isEmpty();
        assertThat(puller.ack(job)).isEqualTo(204);
    }

    @Test
    void waitsAsLongAsAPullerAsksForWhenItGivesAJobBack() {
        Puller puller = new Puller(service.http(), "late");
        service.schedule("{'id':'" + id + "','queue':'late','delay':'0s'}");
        JsonNode first = puller.pullOne("{'wait':'10s'}");
        Instant before = Instant.now();
        assertThat(puller.nack(first, "{'delay':'700ms','reason':'printer is out of paper'}"))
                .isEqualTo(204);
        JsonNode waiting = service.job(id);
        assertThat(waiting.path("state").asText()).isEqualTo("scheduled");
        assertThat(waiting.path("lastError").asText()).isEqualTo("printer is out of paper");
        assertThat(waiting.at("/lastFire/outcome").asText()).isEqualTo("retry");
        JsonNode second = puller.pullOne("{'wait':'20s'}");
        assertThat(second.path("attempt").asInt()).isEqualTo(2);
        assertThat(second.path("path").asText()).isEqualTo("fast");
        assertThat(Duration.between(before, Instant.parse(second.path("firedAt").asText())))
                .isBetween(Duration.ofMillis(650), Duration.ofSeconds(5));
        assertThat(puller.ack(first)).isEqualTo(410);
        assertThat(puller.ack(second)).isEqualTo(204);
    }

    @Test
    void goesByTheRetryRulesWhereAPullerAsksForNothingAndKeepsTheLastReason() {
        Puller puller = new Puller(service.http(), "tried");
        service.schedule("{'id':'" + id + "','queue':'tried','delay':'0s'}");
        JsonNode first = puller.pullOne("{'wait':'10s'}");
        assertThat(puller.nack(first, "")).isEqualTo(204);
        JsonNode second = puller.pullOne("{'wait':'20s'}");
        assertThat(Duration.between(
                        Instant.parse(first.path("firedAt").asText()),
                        Instant.parse(second.path("firedAt").asText())))
                .isGreaterThanOrEqualTo(Duration.ofMillis(300));
        assertThat(puller.nack(second, "{'reason':'no ink'}")).isEqualTo(204);
        JsonNode dead = service.job(id);
        assertThat(dead.path("state").asText()).isEqualTo("dead");
        assertThat(dead.path("lastError").asText()).isEqualTo("no ink");

        Answer again = service.http().post("/v1/jobs/" + id + "/replay", "");
        assertThat(again.status()).isEqualTo(202);
        JsonNode third = puller.pullOne("{'wait':'10s'}");
        assertThat(third.path("attempt").asInt()).isEqualTo(1);
        assertThat(third.path("generation").asInt()).isEqualTo(2);
        assertThat(puller.nack(second, "")).isEqualTo(410);
        assertThat(puller.ack(third)).isEqualTo(204);
    }

    @Test
    void leavesARunningJobAlone() {
        Puller puller = new Puller(service.http(), "held");
        service.schedule("{'id':'" + id + "','queue':'held','delay':'0s'}");
        JsonNode job = puller.pullOne("{'wait':'10s'}");
        String place = "/v1/jobs/" + id;
        for (Answer late : List.of(
                service.http().delete(place),
                service.http().patch(place, json("{'delay':'1s'}")),
                service.http().put(place, json("{'queue':'held','delay':'1s'}")),
                service.http().post(place + "/fire", ""),
                service.http().post(place + "/replay", ""))) {
            assertThat(late.status()).as(late.body()).isEqualTo(409);
            assertThat(late.json().path("state").asText()).isEqualTo("running");
        }
        assertThat(service.http()
                        .post("/v1/jobs", json("{'id':'" + id + "','queue':'held','delay':'0s'}"))
                        .json()
                        .path("state")
                        .asText())
                .isEqualTo("running");
        assertThat(puller.ack(job)).isEqualTo(204);
        assertThat(service.http().delete(place).json().path("state").asText()).isEqualTo("delivered");
    }

    @Test
    void givesWhatCameToACallerWhoHasGoneToTheNext() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", service.process().api().getPort())) {
            String request =
                    "POST /v1/queues/gone/lease HTTP/1.1\r\nHost: x\r\nContent-Length: 14\r\n\r\n{\"wait\":\"60s\"}";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            // Another call of the same queue is answered only after this one has been read.
            assertThat(new Puller(service.http(), "gone").pull("{'wait':'200ms'}"))
                    .isEmpty();
        }
        Puller puller = new Puller(service.http(), "gone");
        service.schedule("{'id':'" + id + "','queue':'gone','delay':'300ms'}");
        JsonNode job = puller.pullOne("{'wait':'10s'}");
        assertThat(job.path("attempt").asInt()).isEqualTo(1);
        assertThat(puller.ack(job)).isEqualTo(204);
    }

    @Test
    void knowsALeaseAfterARestart() {
        try (RunningService other = RunningService.start(builder -> builder.config(
                ConfigCopy.with("queues: {}", "queues: {work: {target: pull, lease: 5m}, next: {target: pull}}")))) {
            Puller puller = new Puller(other.http(), "work");
            other.schedule("{'id':'held','queue':'work','delay':'0s'}");
            other.schedule("{'id':'waits','queue':'next','delay':'0s'}");
            JsonNode job = puller.pullOne("{'wait':'10s'}");
            other.process().term();
            other.process().awaitExit();
            other.process().restart();
            assertThat(other.state("held")).isEqualTo("running");
            assertThat(puller.extend(job, "{'lease':'1m'}").status()).isEqualTo(200);
            assertThat(puller.ack(job)).isEqualTo(204);
            assertThat(new Puller(other.http(), "next")
                            .pullOne("{'wait':'10s'}")
                            .path("id")
                            .asText())
                    .isEqualTo("waits");
        }
    }

    private void scheduleAll(String queue, int count, String delay) {
        Stream<String> jobs = IntStream.range(0, count)
                .mapToObj(i -> json("{'id':'" + id + "-" + i + "','queue':'" + queue + "','delay':'" + delay + "'}"));
        try (Lines answers = service.http().postLines("/v1/jobs/bulk", jobs)) {
            assertThat(answers.lines()).hasSize(count).allMatch(line -> line.contains("\"status\":201"));
        }
    }
}
