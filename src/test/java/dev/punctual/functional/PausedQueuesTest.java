package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.ServiceProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A paused queue keeps its jobs, on every instance and over restarts, and fires them in order when it is resumed. */
@Tag("functional")
class PausedQueuesTest {

    private static RunningService service;
    private static ServiceProcess second;

    private final String queue = fresh("paused");

    @BeforeAll
    static void start() {
        service = RunningService.start(builder -> builder.config(
                        ConfigCopy.with("queues: {}", "queues: {work: {target: pull}, kept: {target: list}}"))
                .env("PUNCTUAL_INSTANCE", "first"));
        second = ServiceProcess.builder()
                .redis(service.redis())
                .jvm("-XX:TieredStopAtLevel=1")
                .env("PUNCTUAL_INSTANCE", "second")
                .config(ConfigCopy.with("queues: {}", "queues: {work: {target: pull}, kept: {target: list}}"))
                .start();
    }

    @AfterAll
    static void stop() {
        second.close();
        service.close();
    }

    @Test
    void holdsJobsBackOnEveryInstanceAndFiresThemInOrderAfterwards() {
        assertThat(pause(queue)).isEqualTo(204);
        assertThat(pause(queue)).isEqualTo(204);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(queue + "-" + (90 - i));
            service.schedule("{'id':'" + ids.get(i) + "','queue':'" + queue + "','delay':'" + i + "ms'}");
        }
        service.schedule("{'id':'" + queue + "-free','queue':'" + queue + "free','delay':'100ms'}");
        service.awaitState(queue + "-free", "delivered");
        assertThat(service.arrivedIds(queue)).isEmpty();
        for (String one : ids) {
            assertThat(service.state(one)).isEqualTo("scheduled");
        }
        JsonNode view = service.http().get("/v1/queues/" + queue).json();
        assertThat(view.path("paused").asBoolean()).isTrue();
        assertThat(view.at("/jobs/scheduled").asInt()).isEqualTo(20);
        assertThat(view.path("oldestDue").isTextual()).isTrue();
        assertThat(second.http()
                        .get("/v1/queues/" + queue)
                        .json()
                        .path("paused")
                        .asBoolean())
                .isTrue();
        assertThat(service.http().get("/v1/stats").json().at("/jobs/parked").asInt())
                .isGreaterThanOrEqualTo(20);

        assertThat(second.http().delete("/v1/queues/" + queue + "/pause").status())
                .isEqualTo(204);
        service.awaitArrivals(queue, 20);
        assertThat(service.arrivedIds(queue)).isEqualTo(ids);
        assertThat(service.http()
                        .get("/v1/queues/" + queue)
                        .json()
                        .path("paused")
                        .asBoolean())
                .isFalse();
        assertThat(service.http().delete("/v1/queues/" + queue + "/pause").status())
                .isEqualTo(204);
    }

    @Test
    void letsAPausedJobBeChangedCancelledAndReplaced() {
        pause(queue);
        for (String one : List.of("a", "b", "c", "d")) {
            service.schedule("{'id':'" + queue + one + "','queue':'" + queue + "','delay':'0s','payload':1}");
        }
        service.schedule("{'id':'" + queue + "-free','queue':'" + queue + "free','delay':'200ms'}");
        service.awaitState(queue + "-free", "delivered");
        assertThat(service.http().delete("/v1/jobs/" + queue + "a").status()).isEqualTo(204);
        assertThat(service.http()
                        .patch("/v1/jobs/" + queue + "b", json("{'payload':2}"))
                        .status())
                .isEqualTo(200);
        assertThat(service.http()
                        .put("/v1/jobs/" + queue + "c", json("{'queue':'" + queue + "free','delay':'0s'}"))
                        .status())
                .isEqualTo(200);
        service.awaitState(queue + "c", "delivered");
        assertThat(service.http().post("/v1/jobs/" + queue + "d/fire", "").status())
                .isEqualTo(202);
        assertThat(service.arrivedIds(queue)).isEmpty();
        service.http().delete("/v1/queues/" + queue + "/pause");
        assertThat(service.awaitArrivals(queue, 2))
                .extracting(RunningService::payloadOf)
                .containsExactlyInAnyOrder("2", "1");
        assertThat(service.state(queue + "a")).isEqualTo("cancelled");
    }

    @Test
    void staysPausedOverARestart() {
        pause("kept");
        service.schedule("{'id':'" + queue + "','queue':'kept','delay':'0s'}");
        second.term();
        second.awaitExit();
        service.process().term();
        service.process().awaitExit();
        service.process().restart();
        second.restart();
        assertThat(service.http().get("/v1/queues/kept").json().path("paused").asBoolean())
                .isTrue();
        service.schedule("{'id':'" + queue + "-free','queue':'" + queue + "free','delay':'200ms'}");
        service.awaitState(queue + "-free", "delivered");
        assertThat(service.state(queue)).isEqualTo("scheduled");
        service.http().delete("/v1/queues/kept/pause");
        service.awaitState(queue, "delivered");
    }

    @Test
    void givesNothingOfAPausedQueueToThoseWhoPull() throws Exception {
        Puller puller = new Puller(service.http(), "work");
        pause("work");
        service.schedule("{'id':'" + queue + "','queue':'work','delay':'0s'}");
        assertThat(puller.pull("{'wait':'500ms'}")).isEmpty();
        var poll = puller.pullMeanwhile("{'wait':'30s'}");
        service.http().delete("/v1/queues/work/pause");
        JsonNode job = poll.get().get(0);
        assertThat(job.path("id").asText()).isEqualTo(queue);
        assertThat(puller.ack(job)).isEqualTo(204);
    }

    @Test
    void showsTheTargetOfEachQueueAndRefusesNamesThatCannotBe() {
        assertThat(service.http().get("/v1/queues/work").json().path("target").asText())
                .isEqualTo("pull");
        assertThat(service.http().get("/v1/queues/kept").json().path("target").asText())
                .isEqualTo("list");
        assertThat(service.http().put("/v1/queues/a%20b/pause", "").status()).isEqualTo(422);
        assertThat(service.http().post("/v1/queues/work/pause", "").status()).isEqualTo(405);
    }

    @Test
    void listsAPausedJobAmongThoseThatWait() {
        pause(queue);
        service.schedule("{'id':'" + queue + "','queue':'" + queue + "','delay':'0s'}");
        await("it is in the list of jobs")
                .until(() -> service.http()
                                .get("/v1/jobs?queue=" + queue + "&state=scheduled")
                                .json()
                                .path("items")
                                .size()
                        == 1);
        service.http().delete("/v1/queues/" + queue + "/pause");
        service.awaitState(queue, "delivered");
    }

    private static int pause(String name) {
        return service.http().put("/v1/queues/" + name + "/pause", "").status();
    }
}
