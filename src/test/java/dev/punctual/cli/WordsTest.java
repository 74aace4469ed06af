package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordsTest {

    private static final long DUE_MILLIS = 1_893_456_000_000L;

    @Test
    void aJobTellsItsStateDueTimeLagPathCauseAndTimeline() {
        JsonNode job = tree(
                """
                {"id":"first","queue":"close_order","name":"close\\u001b[31m","state":"delivered",
                 "dueAt":"2030-01-01T00:00:00.000Z","generation":1,"attempt":1,"lastError":null,"retry":null,"deadline":null,
                 "lastFire":{"path":"sweep","cause":"lost","firedAt":"2030-01-01T00:00:00.102Z","lagMs":102,"attempt":1,
                             "instance":"host:8080","outcome":"delivered"},
                 "timeline":[{"event":"scheduled","at":"2029-12-31T23:59:55.000Z","generation":1,"attempt":null,"path":null},
                             {"event":"delivered","at":"2030-01-01T00:00:00.102Z","generation":1,"attempt":1,
                              "path":"sweep","cause":"lost","instance":"host:8080"}]}""");
        List<String> lines = JobText.lines(job, "{\"n\": 1.10}", DUE_MILLIS + 3_000);
        assertThat(lines)
                .containsExactly(
                        "first is delivered",
                        "  due         2030-01-01T00:00:00.000Z (3.0 s ago by the clock of this machine)",
                        "  queue       close_order",
                        "  name        close\u001b[31m",
                        "  payload     {\"n\": 1.10}",
                        "  generation  1",
                        "  fired       2030-01-01T00:00:00.102Z, 102 ms after it was due, by the sweep path:"
                                + " the notification never came (lost)",
                        "  outcome     delivered, attempt 1, by instance host:8080",
                        "timeline",
                        "  2029-12-31T23:59:55.000Z  scheduled       generation 1",
                        "  2030-01-01T00:00:00.102Z  delivered       generation 1, attempt 1, sweep path, lost, host:8080");
    }

    @Test
    void aFireOfTheFastPathSaysThatANotificationLedToIt() {
        assertThat(FireText.sentence(tree("{\"path\":\"fast\",\"cause\":null,\"lagMs\":2}")))
                .isEqualTo("2 ms after it was due, by the fast path: a notification led to it");
    }

    @Test
    void aLongPayloadIsCut() {
        JsonNode job = tree("{\"id\":\"a\",\"dueAt\":\"2030-01-01T00:00:00.000Z\"}");
        assertThat(JobText.lines(job, "\"" + "x".repeat(1_000) + "\"", DUE_MILLIS))
                .anyMatch(line -> line.endsWith("xxx… (1002 characters; --json shows all)") && line.length() < 500);
    }

    @ParameterizedTest
    @CsvSource({
        "0,in 0 ms",
        "999,in 999 ms",
        "1000,in 1.0 s",
        "-4200,4.2 s ago",
        "61000,in 61 s",
        "180000,in 3 min",
        "7200000,in 2 h",
        "-172800000,2 days ago"
    })
    void spansAreForPeople(long awayMillis, String words) {
        assertThat(SpanText.between(1_000_000_000_000L, 1_000_000_000_000L + awayMillis))
                .isEqualTo(words);
    }

    @Test
    void listsAreTablesWithTheWayToTheRest() {
        JsonNode answer = tree(
                """
                {"items":[{"id":"a","state":"scheduled","dueAt":"2030-01-01T00:00:00.000Z","queue":"q","name":null},
                          {"id":"longer","state":"dead","dueAt":"2030-01-01T00:00:01.000Z","queue":"q","name":"\\u001b[1m"}],
                 "next":"abc"}""");
        assertThat(ListCommand.lines(answer))
                .containsExactly(
                        "ID      STATE      DUE                       QUEUE  NAME",
                        "a       scheduled  2030-01-01T00:00:00.000Z  q",
                        "longer  dead       2030-01-01T00:00:01.000Z  q      \\u001b[1m",
                        "more follows: --cursor abc");
        assertThat(ListCommand.lines(tree("{\"items\":[],\"next\":null}"))).containsExactly("no jobs");
        assertThat(FiresCommand.lines(tree("{\"items\":[],\"next\":null}"))).containsExactly("nothing was fired");
    }

    @Test
    void problemsNameTheFieldsAtFault() {
        assertThat(
                        ProblemText.of(
                                422,
                                """
                {"title":"Unprocessable Content","status":422,"detail":"2 fields","errors":[
                  {"field":"delay","message":"must be a duration"},{"field":"queue","message":"must have 1 to 64"}]}"""))
                .isEqualTo("delay must be a duration; queue must have 1 to 64 (422 Unprocessable Content)");
        assertThat(ProblemText.of(404, "{\"title\":\"Not Found\",\"detail\":\"There is no job x\",\"errors\":[]}"))
                .isEqualTo("There is no job x (404 Not Found)");
        assertThat(ProblemText.of(502, "<html>")).contains("502", "is that address Punctual's?");
    }

    @Test
    void argumentsAreEncodedInPaths() {
        assertThat(ServicePath.job("a/b ?ü", "/fire")).hasToString("/v1/jobs/a%2Fb%20%3F%C3%BC/fire");
        assertThat(ServicePath.of("/v1/jobs").with("name", "a&b=c").with("queue", null))
                .hasToString("/v1/jobs?name=a%26b%3Dc");
    }

    @Test
    void bodiesHaveTheVeryTextOfPayloads() {
        assertThat(new JobBody().text("id", "a\"b").text("name", null).json("payload", "{\"n\": 1.10}"))
                .hasToString("{\"id\":\"a\\\"b\",\"payload\":{\"n\": 1.10}}");
    }

    private static JsonNode tree(String json) {
        return Json.tree(json).orElseThrow();
    }
}
