package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.functional.RunningService.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A payload is delivered as the very text that was sent, and a name as the very characters. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class PayloadsTest {

    private static final List<String> HOSTILE = List.of(
            "{ \"a\" :\t1 , \"b\":[ ] }",
            "{\"a\":1,\"a\":2,\"A\":3}",
            "1.0",
            "1e400",
            "-0",
            "-0.0e-7",
            "1e-1000000000",
            "123456789012345678901234567890.123456789",
            "9007199254740993",
            "true",
            "\"\"",
            "\"=\"",
            "\"-\"",
            "[]",
            "{}",
            "[[],{},null]",
            "\"\\/ \\u002f / \\\" \\\\ \\b\\f\\n\\r\\t\"",
            "\"\\u0000 \\ud83d \\udc00\\ud83d \\uD83D\\uDE00 \\u2028\"",
            "\"\u2028\u2029\uFEFF\u0085\u007f\"",
            "\"😀 é e\u0301 \uFFFF 漢字 \u202E\"",
            "\"</script><!-- ${jndi:ldap://x} %s %1 %% {0}\"",
            "{\"payload\":{\"dueAt\":\"x\"},\"x\":\",\\\"dueAt\\\":\\\"\"}",
            "{\"@class\":\"java.net.URL\",\"x\":1}",
            "{\"__proto__\":{\"x\":1}}",
            "\"" + "x".repeat(70_000) + "\"");

    private final RunningService service;
    private final String queue = fresh("payload");

    PayloadsTest(Notifications notifications) {
        this.service = notifications.service();
    }

    @Test
    void deliversHostilePayloadsByteForByte() {
        List<String> sent = new ArrayList<>(HOSTILE);
        sent.add("{\r\n\t\"a\" : [\n1 ,\n2 ]\n}");
        for (int i = 0; i < sent.size(); i++) {
            Answer created = service.http().post("/v1/jobs", job(i, "400ms", sent.get(i)));
            assertThat(created.status()).as(created.body()).isEqualTo(201);
            assertThat(RunningService.payloadOfAnswer(created.body())).isEqualTo(sent.get(i));
        }
        assertEverywhere(sent);
    }

    @Test
    void deliversHostilePayloadsOfAStreamByteForByte() {
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        IntStream.range(0, HOSTILE.size()).mapToObj(i -> job(i, "400ms", HOSTILE.get(i))))) {
            assertThat(answers.lines()).hasSize(HOSTILE.size()).allMatch(line -> line.contains("\"status\":201"));
        }
        assertEverywhere(HOSTILE);
    }

    private String job(int number, String delay, String payload) {
        return json("{'id':'" + queue + "-" + number + "','queue':'" + queue + "','delay':'" + delay + "','payload':  ")
                + payload + " \t}";
    }

    private void assertEverywhere(List<String> sent) {
        List<String> arrivals = service.awaitArrivals(queue, sent.size());
        for (String arrival : arrivals) {
            JsonNode read = parse(arrival);
            int number = Integer.parseInt(read.path("id").asText().substring(queue.length() + 1));
            assertThat(RunningService.payloadOf(arrival)).isEqualTo(sent.get(number));
        }
        assertThat(service.arrivedIds(queue)).doesNotHaveDuplicates().hasSize(sent.size());
        String list = service.http().get("/v1/jobs?queue=" + queue).body();
        for (int i = 0; i < sent.size(); i++) {
            String job = service.http().get("/v1/jobs/" + queue + "-" + i).body();
            assertThat(RunningService.payloadOfAnswer(job)).isEqualTo(sent.get(i));
            assertThat(list).contains("\"payload\":" + sent.get(i) + ",\"retry\":");
        }
    }

    @Test
    void keepsAPatchedPayloadByteForByte() {
        service.http().post("/v1/jobs", job(0, "1h", "1"));
        for (String payload : HOSTILE) {
            Answer patched = service.http().patch("/v1/jobs/" + queue + "-0", "{\"payload\":" + payload + "}");
            assertThat(RunningService.payloadOfAnswer(patched.body())).isEqualTo(payload);
        }
    }

    @Test
    void takesAPayloadOfExactlyTheLimitAndNoByteMore() {
        String longest = "\"" + "é".repeat((256 * 1024 - 2) / 2) + "\"";
        assertThat(service.http().post("/v1/jobs", job(0, "0s", longest)).status())
                .isEqualTo(201);
        assertThat(RunningService.payloadOf(service.awaitArrivals(queue, 1).get(0)))
                .isEqualTo(longest);
        Answer tooLong = service.http().post("/v1/jobs", job(2, "0s", longest.replaceFirst("é", "éx")));
        assertThat(tooLong.status()).isEqualTo(413);
        assertThat(tooLong.json().at("/errors/0/field").asText()).isEqualTo("payload");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "say \"hi\"",
                "back\\slash",
                "a/b",
                "😀👩‍👩‍👧",
                "line\u2028para\u2029",
                "'quoted'",
                "=",
                "-",
                "é",
                "漢字",
                "<b>&amp;</b>",
                "%s %1 ${x}",
                " lead and trail ",
                "\uFEFFbom",
                "\u202Ertl",
                "a:b,c"
            })
    void keepsANameCharacterForCharacter(String name) {
        Answer created = service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + queue + "','queue':'" + queue + "','delay':'0s','name':") + quoted(name)
                                + "}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(created.json().path("name").asText()).isEqualTo(name);
        assertThat(parse(service.awaitArrivals(queue, 1).get(0)).path("name").asText())
                .isEqualTo(name);
        assertThat(service.job(queue).path("name").asText()).isEqualTo(name);
        assertThat(service.job(queue).at("/lastFire/name").asText()).isEqualTo(name);
        assertThat(service.http()
                        .get("/v1/fires?queue=" + queue)
                        .json()
                        .at("/items/0/name")
                        .asText())
                .isEqualTo(name);
    }

    @Test
    void takesANameOfTheLongestLengthInCharacters() {
        String longest = "😀".repeat(128);
        service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + queue + "','queue':'" + queue + "','delay':'0s','name':'" + longest + "'}"));
        assertThat(parse(service.awaitArrivals(queue, 1).get(0)).path("name").asText())
                .isEqualTo(longest);
        assertThat(service.http()
                        .post("/v1/jobs", json("{'queue':'" + queue + "','delay':'0s','name':'" + longest + "x'}"))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void deliversNullWhereThereIsNoPayloadAndNoName() {
        service.schedule("{'queue':'" + queue + "','delay':'0s'}");
        assertThat(service.awaitArrivals(queue, 1).get(0)).contains("\"name\":null,\"payload\":null,");
    }
}
