package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies whose bytes or escapes are no text: refused, or delivered as they came. */
@Tag("functional")
class TextTest {

    private final RunningService service = Notifications.ON.service();
    private final String queue = fresh("text");

    @ParameterizedTest
    @ValueSource(strings = {"EDA080", "C080", "FF", "E9", "F4908080", "C3", "E282", "80", "FE"})
    void refusesBytesThatAreNotUtf8(String hex) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(
                json("{'queue':'" + queue + "','delay':'0s','payload':'a").getBytes(StandardCharsets.UTF_8));
        body.writeBytes(HexFormat.of().parseHex(hex));
        body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(post(body.toByteArray(), "application/json").status()).isEqualTo(400);
        assertNothingStored();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "IBM037"})
    void refusesOtherEncodings(String charset) {
        byte[] body = json("{'queue':'" + queue + "','delay':'0s'}").getBytes(Charset.forName(charset));
        assertThat(post(body, "application/json; charset=" + charset).status()).isEqualTo(400);
        assertNothingStored();
    }

    @Test
    void refusesAByteOrderMark() {
        byte[] body = ("\uFEFF" + json("{'queue':'" + queue + "','delay':'0s'}")).getBytes(StandardCharsets.UTF_8);
        assertThat(post(body, "application/json").status()).isEqualTo(400);
        assertNothingStored();
    }

    @Test
    void readsUtf8WhateverCharsetIsNamed() {
        byte[] body =
                json("{'queue':'" + queue + "','delay':'0s','payload':'é😀'}").getBytes(StandardCharsets.UTF_8);
        assertThat(post(body, "application/json; charset=latin1").status()).isEqualTo(201);
        assertThat(RunningService.payloadOf(service.awaitArrivals(queue, 1).get(0)))
                .isEqualTo("\"é😀\"");
        byte[] latin =
                json("{'queue':'" + queue + "','delay':'0s','payload':'é'}").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(post(latin, "application/json; charset=latin1").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "id, \\ud83d",
        "id, \\u0000",
        "queue, \\ud83d",
        "name, \\ud83d",
        "name, \\udc00\\ud83d",
        "name, a\\u0000b",
        "name, a\\nb",
        "name, a\\u0085b"
    })
    void refusesHalvesOfCharactersAndControlsOutsideThePayload(String field, String text) {
        Answer answer = service.http()
                .post(
                        "/v1/jobs",
                        json("{'delay':'1h','" + field + "':'") + text + json("','payload':'" + queue + "'}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud83d", "\\udc00\\ud83d", "\\u0000", "\\uFEFF", "\\u001f"})
    void deliversEscapesOfAPayloadAsTheyCame(String text) {
        service.http()
                .post(
                        "/v1/jobs",
                        json("{'id':'" + queue + "','queue':'" + queue + "','delay':'0s','payload':'") + text + "\"}");
        assertThat(RunningService.payloadOf(service.awaitArrivals(queue, 1).get(0)))
                .isEqualTo("\"" + text + "\"");
        assertThat(service.http().get("/v1/jobs/" + queue).body()).contains("\"payload\":\"" + text + "\",");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "\u001f", "\n", "\t"})
    void refusesRawControlsWithinAString(String text) {
        assertThat(service.http()
                        .post("/v1/jobs", json("{'queue':'" + queue + "','delay':'0s','payload':'") + text + "\"}")
                        .status())
                .isEqualTo(400);
        assertNothingStored();
    }

    private Answer post(byte[] body, String type) {
        return service.http().exchange("POST", "/v1/jobs", BodyPublishers.ofByteArray(body), "Content-Type", type);
    }

    private void assertNothingStored() {
        assertThat(service.counts(queue).values()).containsOnly(0);
    }
}
