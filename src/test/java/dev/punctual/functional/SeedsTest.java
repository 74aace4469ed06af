package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.parse;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.RespClient;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What people have built on Redis by hand, done with the service. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class SeedsTest {

    private static final int CONSUMERS = 4;

    private final Notifications notifications;
    private final RunningService service;
    private final String queue = fresh("seed");

    SeedsTest(Notifications notifications) {
        this.notifications = notifications;
        this.service = notifications.service();
    }

    @Test
    void closesOrdersThatAreNotPaidOneAfterTheOtherWhateverTheNumberOfConsumers() throws Exception {
        Queue<String> closed = new ConcurrentLinkedQueue<>();
        ExecutorService consumers = Executors.newFixedThreadPool(CONSUMERS);
        for (int i = 0; i < CONSUMERS; i++) {
            consumers.execute(() -> consume(closed));
        }
        order("111", "600ms");
        order("222", "900ms");
        order("333", "1200ms");
        assertThat(service.http().delete("/v1/jobs/" + queue + "-222").status()).isEqualTo(204);

        await("two orders are closed").until(() -> closed.size() >= 2);
        await("the consumers go home")
                .during(300, java.util.concurrent.TimeUnit.MILLISECONDS)
                .until(() -> true);
        service.redis().cli(pushed("stop"));
        consumers.shutdown();
        assertThat(consumers.awaitTermination(10, java.util.concurrent.TimeUnit.SECONDS))
                .isTrue();
        List<JsonNode> orders = closed.stream().map(RunningService::parse).toList();
        assertThat(orders)
                .extracting(order -> order.at("/payload/order_id").asText())
                .containsExactly("111", "333");
        assertThat(orders).allSatisfy(SeedsTest::assertNotEarly);
        assertThat(orders).extracting(order -> order.path("path").asText()).containsOnly(notifications.path());
        assertThat(service.state(queue + "-222")).isEqualTo("cancelled");
    }

    private void order(String number, String delay) {
        service.schedule("{'id':'" + queue + "-" + number + "','queue':'" + queue + "','name':'close','delay':'" + delay
                + "','payload':{'order_id':'" + number + "'}}");
    }

    private void consume(Queue<String> closed) {
        try (RespClient redis = service.redis().connect()) {
            while (true) {
                List<?> taken = (List<?>) redis.call("BLPOP", service.listOf(queue), "20");
                if (taken == null || taken.get(1).equals("stop")) {
                    return;
                }
                closed.add((String) taken.get(1));
            }
        }
    }

    private String[] pushed(String text) {
        List<String> words = new ArrayList<>(List.of("RPUSH", service.listOf(queue)));
        IntStream.range(0, CONSUMERS).forEach(i -> words.add(text));
        return words.toArray(String[]::new);
    }

    private static void assertNotEarly(JsonNode arrival) {
        assertThat(Instant.parse(arrival.path("firedAt").asText()))
                .isAfterOrEqualTo(Instant.parse(arrival.path("dueAt").asText()));
    }

    @Test
    void movesAFunctionWithItsParametersToItsQueueAndLogsTheMove() {
        service.schedule("{'queue':'" + queue + "','name':'send_mail','delay':'200ms',"
                + "'payload':['max@example.org', {'template': 'welcome', 'retries': 3}]}");
        JsonNode call = parse(service.awaitArrivals(queue, 1).get(0));
        assertThat(call.path("name").asText()).isEqualTo("send_mail");
        assertThat(call.at("/payload/0").asText()).isEqualTo("max@example.org");
        assertThat(call.at("/payload/1/retries").asInt()).isEqualTo(3);

        JsonNode log = service.http().get("/v1/fires?queue=" + queue).json().path("items");
        assertThat(log).hasSize(1);
        assertThat(log.at("/0/id")).isEqualTo(call.path("id"));
        assertThat(log.at("/0/name").asText()).isEqualTo("send_mail");
        assertThat(log.at("/0/path").asText()).isEqualTo(notifications.path());
        assertThat(log.at("/0/outcome").asText()).isEqualTo("delivered");
    }

    @Test
    void takesManyTasksOfOneNameInTheOrderInWhichTheyCame() {
        String at =
                Instant.now().plusMillis(1500).truncatedTo(ChronoUnit.MILLIS).toString();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            // Neither ascending nor descending as text.
            String id = queue + "-" + (i * 37 % 60);
            ids.add(id);
            service.schedule("{'id':'" + id + "','queue':'" + queue + "','name':'clean_up','at':'" + at + "'}");
        }
        service.awaitArrivals(queue, ids.size());
        assertThat(service.arrivedIds(queue)).containsExactlyElementsOf(ids);
    }

    @Test
    void sendsASystemMessageAtASetSecond() {
        Instant second = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.SECONDS);
        String at = second.atOffset(ZoneOffset.ofHoursMinutes(5, 30)).toString();
        // OffsetDateTime leaves out the second where it is 0.
        String full = at.length() == "2030-01-01T00:00+05:30".length() ? at.replace("+05:30", ":00+05:30") : at;
        service.schedule("{'queue':'" + queue + "','at':'" + full + "','payload':'maintenance in 5 minutes'}");
        JsonNode message = parse(service.awaitArrivals(queue, 1).get(0));
        assertThat(message.path("payload").asText()).isEqualTo("maintenance in 5 minutes");
        assertThat(Instant.parse(message.path("dueAt").asText())).isEqualTo(second);
        assertThat(Instant.parse(message.path("firedAt").asText())).isBetween(second, second.plusSeconds(5));
    }
}
