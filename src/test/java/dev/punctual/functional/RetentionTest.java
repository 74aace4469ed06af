package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Lines;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Finished jobs stay readable for a while, and then leave nothing behind. */
@Tag("functional")
class RetentionTest {

    private static final int MANY = 20_000;
    private static final int KEPT = 1000;
    private static final long SLACK_BYTES = 4L << 20;

    private final String queue = fresh("kept");

    @Test
    void keepsTheNewestByCountAndGivesBackTheMemoryOfTheRest() {
        try (RunningService service = start("count: 10000", "count: " + KEPT, "fires: 10000", "fires: 1000")) {
            run(service, "early", KEPT);
            await("all are finished").until(() -> service.redis().cliLong("ZCARD", service.key("finished")) == KEPT);
            service.redis().cli("DEL", service.listOf(queue));
            long keysBefore = service.redis().cliLong("DBSIZE");
            long bytesBefore = usedBytes(service);

            run(service, "late", MANY);
            await("what is too much is gone")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> service.redis().cliLong("ZCARD", service.key("finished")) == KEPT);
            service.redis().cli("DEL", service.listOf(queue));
            assertThat(service.redis().cliLong("DBSIZE")).isBetween((long) KEPT, keysBefore + 5);
            await("the memory is given back").until(() -> usedBytes(service) < bytesBefore + SLACK_BYTES);
            assertThat(service.counts(queue)).containsEntry("delivered", KEPT).containsEntry("scheduled", 0);
            assertThat(service.http().get("/v1/jobs/early-0").status()).isEqualTo(404);
            assertThat(service.http().get("/v1/jobs/late-0").status()).isEqualTo(404);
            assertThat(service.state("late-" + (MANY - 1))).isEqualTo("delivered");
        }
    }

    @Test
    void forgetsByAgeAndThenTakesAnIdAsNew() {
        try (RunningService service = start("age: 1h", "age: 2s")) {
            String job = json("{'id':'once','queue':'" + queue + "','delay':'0s'}");
            String waiting = service.schedule("{'queue':'" + queue + "','delay':'1h'}")
                    .path("id")
                    .asText();
            service.schedule("{'id':'cancelled','queue':'" + queue + "','delay':'1h'}");
            service.http().delete("/v1/jobs/cancelled");
            assertThat(service.http().post("/v1/jobs", job).status()).isEqualTo(201);
            service.awaitArrivals(queue, 1);
            assertThat(service.http().post("/v1/jobs", job).status()).isEqualTo(200);
            assertThat(service.state("cancelled")).isEqualTo("cancelled");
            assertThat(service.redis().cliLong("TTL", service.key("job:once"))).isEqualTo(-1);

            await("both are forgotten")
                    .until(() -> service.http().get("/v1/jobs/once").status() == 404
                            && service.http().get("/v1/jobs/cancelled").status() == 404);
            assertThat(service.arrivals(queue)).hasSize(1);
            assertThat(service.state(waiting)).isEqualTo("scheduled");
            assertThat(service.http().post("/v1/jobs", job).status()).isEqualTo(201);
            service.awaitArrivals(queue, 2);
            assertThat(service.arrivedIds(queue)).containsExactly("once", "once");
        }
    }

    private static RunningService start(String... changes) {
        return RunningService.start(
                builder -> builder.config(ConfigCopy.with(changes)).env("PUNCTUAL_SWEEP_INTERVAL", "1s"));
    }

    private void run(RunningService service, String id, int count) {
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        IntStream.range(0, count)
                                .mapToObj(i -> json("{'id':'" + id + "-" + i + "','queue':'" + queue
                                        + "','delay':'0s','payload':'" + "x".repeat(200) + "'}")))) {
            assertThat(answers.lines()).hasSize(count);
        }
        await("all have arrived")
                .atMost(Duration.ofSeconds(30))
                .until(() -> service.redis().cliLong("LLEN", service.listOf(queue)) >= count);
    }

    private static long usedBytes(RunningService service) {
        return service.redis()
                .cliString("INFO", "memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring("used_memory:".length()).strip()))
                .sum();
    }
}
