package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Lines;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of one due time fire in the order of scheduling, and none waits for ever behind those that sort before it. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class TiesTest {

    private static final int MANY = 200;

    private final RunningService service;
    private final String queue = fresh("ties");

    TiesTest(Notifications notifications) {
        this.service = notifications.service();
    }

    @Test
    void firesNineBeforeTen() {
        String at = Instant.ofEpochMilli(System.currentTimeMillis() + 2000).toString();
        List<String> ids =
                IntStream.rangeClosed(1, MANY).mapToObj(i -> queue + "-" + i).toList();
        ids.subList(0, MANY / 2)
                .forEach(id -> service.schedule("{'id':'" + id + "','queue':'" + queue + "','at':'" + at + "'}"));
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        ids.subList(MANY / 2, MANY).stream()
                                .map(id -> json("{'id':'" + id + "','queue':'" + queue + "','at':'" + at + "'}")))) {
            assertThat(answers.lines()).hasSize(MANY / 2);
        }
        service.awaitArrivals(queue, MANY);
        assertThat(service.arrivedIds(queue)).containsExactlyElementsOf(ids);
    }

    @Test
    void starvesNobodyBehindAStreamOfJobsThatSortFirst() {
        String at = Instant.ofEpochMilli(System.currentTimeMillis() + 1000).toString();
        int waiting = 50;
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        IntStream.range(0, waiting)
                                .mapToObj(i -> json("{'id':'z-" + queue + "-" + i + "','queue':'" + queue + "z','at':'"
                                        + at + "'}")))) {
            assertThat(answers.lines()).hasSize(waiting);
        }
        AtomicInteger first = new AtomicInteger();
        await("those that sort last have arrived").until(() -> {
            service.schedule(
                    "{'id':'-" + queue + "-" + first.incrementAndGet() + "','queue':'" + queue + "','delay':'0s'}");
            return service.redis().cliLong("LLEN", service.listOf(queue + "z")) == waiting;
        });
        service.awaitArrivals(queue, first.get());
        assertThat(service.arrivedIds(queue)).doesNotHaveDuplicates().hasSize(first.get());
        long worst = service.arrivals(queue + "z").stream()
                .map(RunningService::parse)
                .mapToLong(arrival ->
                        Instant.parse(arrival.path("firedAt").asText()).toEpochMilli()
                                - Instant.parse(arrival.path("dueAt").asText()).toEpochMilli())
                .max()
                .orElseThrow();
        assertThat(worst).isLessThan(1000);
    }
}
