package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
class JobListTest {

    private static final int MANY = 2500;

    private final RunningService service = Notifications.ON.service();
    private final String queue = fresh("list");

    @Test
    void ordersByDueTimeOverAllStates() {
        schedule("d", "at", "2040-01-01T00:00:00Z");
        schedule("gone", "at", "2039-01-01T00:00:00Z");
        service.http().delete("/v1/jobs/" + queue + "gone");
        schedule("first", "at", "2001-01-01T00:00:00Z");
        service.awaitState(queue + "first", "delivered");
        schedule("e", "at", "2041-01-01T00:00:00Z");
        schedule("a", "delay", "1h");
        List<JsonNode> jobs = pages("queue=" + queue, 2, page -> {});
        assertThat(jobs)
                .extracting(job -> job.path("id").asText().substring(queue.length()))
                .containsExactly("first", "a", "gone", "d", "e");
        assertThat(jobs)
                .extracting(job -> job.path("state").asText())
                .containsExactly("delivered", "scheduled", "cancelled", "scheduled", "scheduled");
        assertThat(jobs.get(0).has("timeline")).isFalse();
    }

    @Test
    void filtersByStateQueueAndName() {
        String name = "näme \"1\" & / 😀";
        service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + queue + "1','queue':'" + queue + "','delay':'1h','name':") + quoted(name)
                                + "}");
        service.schedule("{'id':'" + queue + "2','queue':'" + queue + "','delay':'2h','name':'other'}");
        service.schedule("{'id':'" + queue + "3','queue':'" + queue + "','delay':'3h'}");
        service.http().delete("/v1/jobs/" + queue + "2");
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
        assertIds("queue=" + queue, "1", "2", "3");
        assertIds("queue=" + queue + "&state=scheduled", "1", "3");
        assertIds("queue=" + queue + "&state=cancelled", "2");
        assertIds("queue=" + queue + "&state=running");
        assertIds("queue=" + queue + "&name=" + encoded, "1");
        assertIds("queue=" + queue + "&name=other&state=cancelled", "2");
        assertIds("queue=" + queue + "&name=other&state=scheduled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&state=scheduled"})
    void pagesThroughThousandsWithoutLossOrRepetition(String filter) {
        // Half of them share one due time.
        bulk(IntStream.range(0, MANY)
                .mapToObj(i -> json("{'id':'" + queue + "-" + (i * 7 % MANY) + "','queue':'" + queue
                        + "','at':'2040-01-01T00:" + (i % 2 == 0 ? "00" : "" + (10 + i % 50)) + ":00Z'}")));
        List<Integer> sizes = new ArrayList<>();
        List<JsonNode> jobs = pages("queue=" + queue + filter, 1000, page -> sizes.add(page.size()));
        assertThat(sizes).containsExactly(1000, 1000, 500);
        assertThat(jobs)
                .extracting(job -> job.path("id").asText())
                .doesNotHaveDuplicates()
                .hasSize(MANY);
        assertThat(jobs)
                .isSortedAccordingTo(
                        Comparator.comparing((JsonNode job) -> job.path("dueAt").asText())
                                .thenComparing(job -> job.path("id").asText()));
    }

    @Test
    void goesOnBehindAJobThatLeftMeanwhile() {
        bulk(IntStream.range(0, MANY)
                .mapToObj(i ->
                        json("{'id':'" + queue + "-" + i + "','queue':'" + queue + "','at':'2040-01-01T00:00:00Z'}")));
        List<JsonNode> jobs = pages("queue=" + queue + "&state=scheduled", 600, page -> {
            String last = page.get(page.size() - 1).path("id").asText();
            assertThat(service.http().delete("/v1/jobs/" + last).status()).isEqualTo(204);
        });
        assertThat(jobs)
                .extracting(job -> job.path("id").asText())
                .doesNotHaveDuplicates()
                .hasSize(MANY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=1001",
                "limit=abc",
                "limit=-1",
                "limit=",
                "state=waiting",
                "state=",
                "queue=a/b",
                "name=",
                "cursor=xyz",
                "limit=1&limit=2",
                "status=scheduled",
                "cursor=MjU"
            })
    void refusesAParameterThatMeansNothing(String parameter) {
        Answer answer = service.http().get("/v1/jobs?" + parameter);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText())
                .isEqualTo(parameter.substring(0, parameter.indexOf('=')));
    }

    private void schedule(String id, String kind, String due) {
        service.schedule("{'id':'" + queue + id + "','queue':'" + queue + "','" + kind + "':'" + due + "'}");
    }

    private void bulk(Stream<String> lines) {
        try (Lines answers = service.http().postLines("/v1/jobs/bulk", lines)) {
            assertThat(answers.lines()).allMatch(line -> line.startsWith("{\"status\":201,"));
        }
    }

    private List<JsonNode> pages(String filter, int limit, Consumer<JsonNode> each) {
        List<JsonNode> jobs = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = service.http()
                    .get("/v1/jobs?" + filter + "&limit=" + limit + cursor)
                    .json();
            page.path("items").forEach(jobs::add);
            if (!page.path("items").isEmpty()) {
                each.accept(page.path("items"));
            }
            assertThat(page.has("next")).isTrue();
            cursor = page.path("next").isNull()
                    ? null
                    : "&cursor=" + page.path("next").asText();
        } while (cursor != null);
        return jobs;
    }

    private void assertIds(String filter, String... ids) {
        assertThat(pages(filter, 100, page -> {}))
                .extracting(job -> job.path("id").asText().substring(queue.length()))
                .containsExactly(ids);
    }
}
