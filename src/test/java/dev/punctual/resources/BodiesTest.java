package dev.punctual.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.api.Limits;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import io.dropwizard.util.Duration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
final class BodiesTest {

    private static final String JOB = "{\"delay\":\"1h\",\"payload\":\"é\"}";

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        server = ApiServer.start(
                new InMemoryJobStore(),
                new Limits(
                        Limits.DEFAULT_PAYLOAD,
                        Limits.DEFAULT_PAYLOAD_DEPTH,
                        Duration.milliseconds(1500),
                        Limits.DEFAULT_STREAMS),
                false);
        http = server.http();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void takesAPayloadOfTheFullLengthAndAnswersWithIt() {
        String payload = "\"" + "🎉".repeat(65_535) + "\"";

        Answer answer = http.post("/v1/jobs", "{\"delay\":\"1h\",\"payload\":" + payload + "}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body()).contains("\"payload\":" + payload + ",");
    }

    @ParameterizedTest
    @ValueSource(ints = {262_144, 400_000, 5_000_000})
    void refusesALongerPayloadByItsLength(int characters) {
        Answer answer = http.post("/v1/jobs", "{\"delay\":\"1h\",\"payload\":\"" + "x".repeat(characters) + "\"}");

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().path("errors").path(0).path("field").asText()).isEqualTo("payload");
    }

    @Test
    void refusesAnEndlessBodyWithoutALength() throws IOException {
        try (Socket socket = RawHttp.open(server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii(head("application/json") + "Transfer-Encoding: chunked\r\n\r\n"));
            byte[] chunk = ascii("8000\r\n" + " ".repeat(0x8000) + "\r\n");
            for (int i = 0; i < 12; i++) {
                out.write(chunk);
            }
            out.flush();
            assertThat(line(socket.getInputStream())).contains(" 413 ");
        }
    }

    @Test
    void countsWhatAGzippedBodyBecomes() throws IOException {
        assertThat(gzipped(gzip(ascii("{\"delay\":\"1h\"}"))).status()).isEqualTo(201);
        assertThat(gzipped(gzip(new byte[50_000_000])).status()).isEqualTo(413);
    }

    @Test
    void refusesWhatGzipDidNotMake() throws IOException {
        byte[] whole = gzip(ascii("{\"delay\":\"1h\",\"payload\":\"" + "abc".repeat(1000) + "\"}"));

        for (byte[] broken : new byte[][] {
            Arrays.copyOf(whole, whole.length - 10), ascii("{\"delay\":\"1h\"}"), {0x1f, (byte) 0x8b}, new byte[30]
        }) {
            Answer answer = gzipped(broken);
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eda080", // half of a surrogate pair
                "c080", // NUL the long way
                "ff",
                "c3", // half of a character
                "f4908080" // beyond Unicode
            })
    void refusesBytesThatAreNotUtf8(String hex) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(ascii("{\"delay\":\"1h\",\"payload\":\""));
        body.writeBytes(HexFormat.of().parseHex(hex));
        body.writeBytes(ascii("\"}"));

        assertThat(send(body.toByteArray(), "application/json").status()).isEqualTo(400);
    }

    @Test
    void readsNothingButUtf8WhateverTheCharsetSays() {
        Answer answer = send(JOB.getBytes(StandardCharsets.UTF_8), "application/json; charset=latin1");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body()).contains("\"payload\":\"é\"");
        for (Charset other : new Charset[] {StandardCharsets.UTF_16, StandardCharsets.UTF_16LE}) {
            assertThat(send(JOB.getBytes(other), "application/json; charset=" + other)
                            .status())
                    .isEqualTo(400);
        }
        assertThat(send(JOB.getBytes(StandardCharsets.ISO_8859_1), "application/json; charset=latin1")
                        .status())
                .isEqualTo(400);
        assertThat(send(("\uFEFF" + JOB).getBytes(StandardCharsets.UTF_8), "application/json")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void tellsWhoForgotTheTypeHowToSayIt() {
        Answer form = send(ascii("{\"delay\":\"1h\"}"), "application/x-www-form-urlencoded");

        assertThat(form.status()).isEqualTo(415);
        assertThat(form.json().path("detail").asText()).contains("-H 'content-type: application/json'");
        assertThat(send(ascii("{\"delay\":\"1h\"}"), "text/plain").status()).isEqualTo(415);
        assertThat(send(ascii("{\"delay\":\"1h\"}"), "nonsense").status()).isIn(400, 415);
        assertThat(http.exchange(
                                "POST",
                                "/v1/jobs",
                                BodyPublishers.ofString("{\"delay\":\"1h\"}"),
                                "Content-Type",
                                "application/json",
                                "Content-Encoding",
                                "br")
                        .status())
                .isEqualTo(415);
        assertThat(http.exchange("POST", "/v1/jobs", BodyPublishers.ofString("{\"delay\":\"1h\"}"))
                        .status())
                .isEqualTo(201);
        assertThat(http.exchange("POST", "/v1/jobs", BodyPublishers.noBody(), "Content-Type", "application/json")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-www-form-urlencoded"})
    void cutsOffASenderOfOneByteATime(String type) throws Exception {
        ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
        try (Socket socket = RawHttp.open(server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii(head(type) + "Content-Length: 100000\r\n\r\n{"));
            out.flush();
            drip.scheduleAtFixedRate(() -> drop(out), 100, 100, TimeUnit.MILLISECONDS);
            long before = System.nanoTime();
            assertThat(line(socket.getInputStream())).containsPattern(" (408|415) ");
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before))
                    .isLessThan(10);
        } finally {
            drip.shutdownNow();
        }
    }

    @Test
    void cutsOffASenderThatFallsSilent() throws IOException {
        try (Socket socket = RawHttp.open(server.port())) {
            socket.getOutputStream().write(ascii(head("application/json") + "Content-Length: 100000\r\n\r\n{"));
            assertThat(line(socket.getInputStream())).contains(" 408 ");
        }
    }

    private static void drop(OutputStream out) {
        try {
            out.write(' ');
            out.flush();
        } catch (IOException closed) {
            throw new IllegalStateException(closed);
        }
    }

    private static Answer gzipped(byte[] body) {
        return http.exchange(
                "POST",
                "/v1/jobs",
                BodyPublishers.ofByteArray(body),
                "Content-Type",
                "application/json",
                "Content-Encoding",
                "gzip");
    }

    private static Answer send(byte[] body, String type) {
        return http.exchange("POST", "/v1/jobs", BodyPublishers.ofByteArray(body), "Content-Type", type);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }

    private static String head(String type) {
        return "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: " + type + "\r\n";
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        while ((next = in.read()) >= 0 && next != '\n') {
            line.append((char) next);
        }
        return line.toString();
    }
}
