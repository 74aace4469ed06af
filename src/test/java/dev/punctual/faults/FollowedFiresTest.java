package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.EventStream;
import dev.punctual.testkit.Lines;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fire stream when its clients, Redis or the service do badly. */
@Tag("faults")
class FollowedFiresTest {

    private static final String PATH = "/v1/fires/stream";
    private static final String LONG_NAME = "n".repeat(128);

    /** More bytes than what the kernel and the queue hold for one client. */
    private static final int FLOOD = 20_000;

    @Test
    void dropsAndTellsWhoDoesNotReadWhileOthersGoOn() throws IOException {
        try (Stage stage = new Stage();
                Socket slow = new Socket()) {
            ServiceProcess service = stage.start(stage.service("retention.fires=100000"));
            slow.setReceiveBufferSize(4096);
            slow.setSoTimeout(15_000);
            slow.connect(new InetSocketAddress("127.0.0.1", service.api().getPort()));
            slow.getOutputStream()
                    .write(("GET " + PATH + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            try (EventStream quick = EventStream.open(service.http(), PATH)) {
                fire(service, "flood", FLOOD);
                await("all have come")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> quick.fired().size() == FLOOD);
                await("the slow one is dropped")
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> metric(service, "punctual_stream_dropped_total") == 1);
                String told = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(told.substring(Math.max(0, told.length() - 300)))
                        .contains("event: dropped\ndata: {\"reason\":");
                await("one is left").until(() -> metric(service, "punctual_stream_clients") == 1);
                fire(service, "after", 1);
                await("the quick one goes on").until(() -> quick.fired().size() == FLOOD + 1);
                assertThat(quick.data("gap")).isEmpty();
            }
        }
    }

    @Test
    void goesOnAfterRedisWasAwayAndAfterTheServiceWas() {
        try (Stage stage = new Stage("--appendonly", "yes", "--appendfsync", "always")) {
            ServiceProcess service = stage.start(stage.service());
            String last;
            List<String> seen;
            try (EventStream stream = EventStream.open(service.http(), PATH)) {
                fire(service, "before", 10);
                await("the first").until(() -> stream.fired().size() == 10);
                stage.redis().kill9();
                stage.redis().restart();
                await("Redis is back").untilAsserted(() -> fire(service, "between", 1));
                await("it goes on").until(() -> stream.fired().size() >= 11);
                assertThat(stream.isEnded()).isFalse();
                assertThat(stream.data("gap")).isEmpty();
                long before = System.nanoTime();
                service.term();
                service.awaitExit();
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
                await("the stream ended").until(stream::isEnded);
                last = stream.lastId();
                seen = new ArrayList<>(stream.fired());
            }
            service.restart();
            fire(service, "meanwhile", 5);
            try (EventStream again = EventStream.open(service.http(), PATH, "Last-Event-ID", last)) {
                await("the rest").until(() -> again.fired().size() >= 5);
                seen.addAll(again.fired());
                assertThat(again.data("gap")).isEmpty();
            }
            assertThat(seen).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(16);
        }
    }

    @Test
    void feedsManyClientsFromASmallHeapUpToTheLimit() {
        List<EventStream> clients = new ArrayList<>();
        try (Stage stage = new Stage()) {
            ServiceProcess service =
                    stage.start(stage.service("limits.streams=200").jvm("-Xmx96m"));
            for (int i = 0; i < 200; i++) {
                clients.add(EventStream.open(service.http(), PATH));
            }
            assertThat(service.http().get(PATH).status()).isEqualTo(503);
            fire(service, "many", 500);
            await("all have all").atMost(Duration.ofSeconds(20)).until(() -> clients.stream()
                    .allMatch(client -> client.fired().size() == 500));
            clients.get(0).close();
            await("a place is free").until(() -> metric(service, "punctual_stream_clients") == 199);
            assertThat(service.logs()).doesNotContain("OutOfMemoryError");
        } finally {
            clients.forEach(EventStream::close);
        }
    }

    private static void fire(ServiceProcess service, String queue, int count) {
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        IntStream.range(0, count)
                                .mapToObj(i -> "{\"queue\":\"" + queue + "\",\"name\":\"" + LONG_NAME
                                        + "\",\"delay\":\"0s\"}"))) {
            assertThat(answers.lines()).hasSize(count).allMatch(line -> line.contains("201"));
        }
    }

    private static double metric(ServiceProcess service, String name) {
        return service.adminHttp()
                .get("/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(-1);
    }
}
