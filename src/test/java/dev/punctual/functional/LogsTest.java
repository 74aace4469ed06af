package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The log of a service: one line per event that matters, each an object where that is set. */
@Tag("functional")
class LogsTest {

    private static final String PASSWORD = "geheim-1f9b";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String QUEUES = "queues: {work: {target: pull, lease: 1500ms},"
            + " hook: {target: webhook, url: 'http://127.0.0.1:9/', secrets: ['" + SECRET + "']}}";
    private static final Duration OUTAGE = Duration.ofSeconds(4);

    private static final RedisProcess REDIS = RedisProcess.start("--save", "", "--appendonly", "yes");
    private static final RunningService SERVICE = RunningService.on(
            REDIS, builder -> builder.redis(REDIS.uri().replace("redis://", "redis://default:" + PASSWORD + "@"))
                    .env("PUNCTUAL_LOG_FORMAT", "json")
                    .config(ConfigCopy.with("queues: {}", QUEUES))
                    .jvm("-Ddw.redis.timeouts.command=1s"));

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private static List<JsonNode> lines() {
        return SERVICE.process().logs().lines().map(RunningService::parse).toList();
    }

    private static List<JsonNode> about(String message) {
        return lines().stream()
                .filter(line -> line.path("message").asText().startsWith(message))
                .toList();
    }

    @Test
    void areAnObjectEachWhereThatIsSet() {
        assertThat(lines()).isNotEmpty().allSatisfy(line -> assertThat(line.fieldNames())
                .toIterable()
                .contains("timestamp", "level", "logger", "message"));
        assertThat(about("instance=")).hasSize(1);
    }

    @Test
    void sayNothingForEachJob() {
        String queue = RunningService.fresh("quiet");
        SERVICE.schedule("{'id':'" + queue + "-cancelled','queue':'" + queue + "','delay':'1h'}");
        SERVICE.http().delete("/v1/jobs/" + queue + "-cancelled");
        IntStream.range(0, 20)
                .forEach(
                        i -> SERVICE.schedule("{'id':'" + queue + "-" + i + "','queue':'" + queue + "','delay':'0s'}"));
        SERVICE.awaitArrivals(queue, 20);
        assertThat(SERVICE.process().logs()).doesNotContain(queue);
    }

    @Test
    void nameJobAndQueueWhereALineIsAboutThem() {
        String id = RunningService.fresh("lapsing");
        SERVICE.schedule("{'id':'" + id + "','queue':'work','delay':'0s'}");
        await("it is pulled")
                .until(() -> SERVICE.http()
                                .post("/v1/queues/work/lease", "{\"max\":1}")
                                .json()
                                .path("items")
                                .size()
                        == 1);
        await("its lease lapses").until(() -> !about("A lease lapsed: job ").isEmpty());
        JsonNode line = about("A lease lapsed: job ").get(0);
        assertThat(line.at("/mdc/job").asText()).isEqualTo(id);
        assertThat(line.at("/mdc/queue").asText()).isEqualTo("work");
        assertThat(line.path("level").asText()).isEqualTo("WARN");
        assertThat(lines())
                .filteredOn(other -> other.path("message").asText().startsWith("instance="))
                .allSatisfy(other -> assertThat(other.has("mdc")).isFalse());
    }

    @Test
    void sumUpAnOutageAndHoldNoSecret() {
        int before = lines().size();
        REDIS.kill9();
        long end = System.nanoTime() + OUTAGE.toNanos();
        await("the outage has lasted").until(() -> System.nanoTime() > end);
        REDIS.restart();
        await("it is over")
                .until(() -> !about("Redis serves all loops again after ").isEmpty());
        List<JsonNode> said = lines().subList(before, lines().size());
        assertThat(about("Redis does not serve the loops")).hasSize(1);
        assertThat(about("Redis serves all loops again").get(0).path("message").asText())
                .matches("Redis serves all loops again after \\d{2,} times in \\d+\\.\\d s");
        assertThat(said).hasSizeLessThan(12);
        assertThat(said).allSatisfy(line -> assertThat(line.has("exception")).isFalse());
        assertThat(SERVICE.process().logs()).doesNotContain(PASSWORD, SECRET);
        assertThat(SERVICE.admin().get("/healthcheck").body()).doesNotContain(PASSWORD);
    }
}
