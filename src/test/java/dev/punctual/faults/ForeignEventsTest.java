package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.RespClient;
import dev.punctual.testkit.ServiceProcess;
import dev.punctual.testkit.TestRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Keys of others expire on the same server, and anybody may publish to the channels of its events. The second service
 * has the subscription that foreign keys do not reach.
 */
@Tag("faults")
class ForeignEventsTest {

    private static final byte[] NO_VALUE = {};
    private static final int PIPELINE = 1000;

    /** What the service itself may call meanwhile: probe, sweep, beat, this test's questions. */
    private static final long SCRIPTS_OF_ITS_OWN = 300;

    /** Its scripts read the records of the jobs of earlier trials. */
    private static final long READS_OF_ITS_OWN = 5000;

    private static Stage stage;
    private static ServiceProcess service;
    private static ServiceProcess narrow;

    @BeforeAll
    static void start() {
        stage = new Stage();
        service = stage.launch(stage.service("notifications.probeInterval=500ms"));
        narrow = stage.launch(stage.service("notifications.probeInterval=500ms", "notifications.subscription=keyspace")
                .namespace(TestRedis.freshNamespace()));
        service.awaitReady();
        narrow.awaitReady();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void leavesAJobAloneWhoseDueKeyExpiresInAnotherDatabase(Feed feed) {
        stage.feed(feed);
        Batch batch = stage.batch();
        assertThat(batch.schedule(service, batch.after(0, Duration.ofHours(1))).status())
                .isEqualTo(201);
        long foreign = new Stats(service).foreign();
        stage.redis().cliOn(5, "SET", stage.dueKey(batch.id(0), 1), "x", "PX", "100");
        await("it expires").until(() -> stage.redis()
                .cliOn(5, "EXISTS", stage.dueKey(batch.id(0), 1))
                .equals(0L));
        if (feed.isNotifying()) {
            await("it is heard").untilAsserted(() -> assertThat(new Stats(service).foreign())
                    .isEqualTo(foreign + 1));
        }
        batch.assertNothingArrives(Duration.ofMillis(500));
        assertThat(service.http()
                        .get("/v1/jobs/" + batch.id(0))
                        .json()
                        .get("state")
                        .asText())
                .isEqualTo("scheduled");
    }

    @ParameterizedTest
    @EnumSource
    void callsRedisForNoneOfFiftyThousandKeysOfAnotherDatabase(Feed feed) {
        stage.feed(feed);
        Stats stats = new Stats(service);
        long foreign = stats.foreign();
        long foreignToNarrow = new Stats(narrow).foreign();
        CommandCalls before = CommandCalls.of(stage.redis());
        expire(
                5,
                50_000,
                number -> bytes(
                        number % 2 == 0 ? "session:" + number : stage.dueKey("of-another-database-" + number, 1)));
        if (feed.isNotifying()) {
            await("all are heard").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(stats.foreign())
                    .isGreaterThanOrEqualTo(foreign + 50_000));
            assertThat(stats.stats().at("/notifications/foreign").asLong()).isGreaterThanOrEqualTo(foreign + 50_000);
        }
        CommandCalls after = CommandCalls.of(stage.redis());
        assertThat(after.scriptsSince(before)).isLessThan(SCRIPTS_OF_ITS_OWN);
        assertThat(after.since(before, "exists")).isLessThan(READS_OF_ITS_OWN);
        assertThat(after.since(before, "get")).isLessThan(READS_OF_ITS_OWN);
        assertThat(new Stats(narrow).foreign()).isEqualTo(foreignToNarrow);
    }

    @ParameterizedTest
    @EnumSource
    void staysOnTimeWhileAHundredThousandForeignAndMalformedKeysExpire(Feed feed) {
        stage.feed(feed);
        String log = service.logs();
        Batch batch = stage.batch();
        long firstMillis = stage.nowMillis() + 1000;
        batch.schedule(service, 200, number -> batch.at(number, firstMillis + 10L * number));
        String due = stage.dueKey("", 1).replaceFirst("1:$", "");
        List<byte[]> odd = new ArrayList<>(List.of(
                bytes(due),
                bytes(due + "1"),
                bytes(due + "1:"),
                bytes(due + ":"),
                bytes(due + "x:y"),
                bytes(due + "-1:a"),
                bytes(due + "0:a"),
                bytes(due + "99999999999999999999:a"),
                bytes(due + "1:no such job"),
                bytes(due + "1:no-such-job"),
                bytes(due + "1:" + "a".repeat(129)),
                bytes(due + "1:a\0b"),
                bytes("\0"),
                bytes(""),
                bytes(stage.schedule() + "probe:"),
                bytes(due + "1:" + "n".repeat(1 << 20))));
        odd.add(new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc0});
        odd.add(with(bytes(due + "1:"), (byte) 0xc3, (byte) 0x28));
        Stats stats = new Stats(service);
        long foreign = stats.foreign();
        expire(0, 100_000, number -> number < odd.size() ? odd.get(number) : bytes("cache:" + number));
        if (feed.isNotifying()) {
            await("they are heard").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(stats.foreign())
                    .isGreaterThan(foreign + 99_000));
        }
        List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(8));
        assertThat(Batch.p99Millis(deliveries)).isLessThan(2000);
        String more = service.logs().substring(log.length());
        assertThat(Stats.stackTraces(more)).isEmpty();
        assertThat(more.lines().count()).as("lines of log:\n" + more).isLessThan(20);
        Batch after = stage.batch();
        after.schedule(service, 20, number -> after.after(number, Duration.ofMillis(200)));
        List<Delivery> onTime = after.awaitAllOnce(Duration.ofSeconds(8));
        if (feed.isNotifying()) {
            assertThat(Batch.byFastPath(onTime)).as("the listener is alive").isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void believesNoForgedNotification(Feed feed) {
        stage.feed(feed);
        Batch batch = stage.batch();
        Batch refused = stage.batch();
        stage.redis().cli("SET", refused.list(), "no list, so that the target refuses");
        batch.schedule(service, 1, number -> batch.after(number, Duration.ofMillis(50)));
        batch.awaitAllOnce(Duration.ofSeconds(5));
        String retry =
                ",\"retry\":{\"maxAttempts\":3,\"backoff\":{\"type\":\"fixed\",\"initial\":\"1h\",\"max\":\"1h\"}}}";
        service.http().post("/v1/jobs", refused.after(0, Duration.ZERO).replaceFirst("}$", retry));
        service.http().post("/v1/jobs", batch.after(1, Duration.ofHours(1)));
        service.http().post("/v1/jobs", batch.after(2, Duration.ofHours(1)));
        assertThat(service.http().delete("/v1/jobs/" + batch.id(2)).status()).isEqualTo(204);
        await("the first attempt was refused")
                .untilAsserted(() -> assertThat(attempts(refused.id(0))).isEqualTo(1));
        Map<String, String> states = Map.of(
                batch.id(0),
                "delivered",
                batch.id(1),
                "scheduled",
                batch.id(2),
                "cancelled",
                refused.id(0),
                "scheduled");

        CommandCalls before = CommandCalls.of(stage.redis());
        long heard = new Stats(service).received();
        for (String id : states.keySet()) {
            long generation = service.http()
                    .get("/v1/jobs/" + id)
                    .json()
                    .get("generation")
                    .asLong();
            forge(stage.dueKey(id, generation), 1000);
            forge(stage.dueKey(id, generation + 1), 10);
        }
        await("all are heard").untilAsserted(() -> assertThat(new Stats(service).received())
                .isGreaterThanOrEqualTo(heard + 4 * 1010));
        batch.assertNothingArrives(Duration.ofMillis(500));
        assertThat(batch.arrived()).isEqualTo(1);
        states.forEach((id, state) -> assertThat(
                        service.http().get("/v1/jobs/" + id).json().get("state").asText())
                .isEqualTo(state));
        assertThat(attempts(refused.id(0))).isEqualTo(1);
        assertThat(CommandCalls.of(stage.redis()).scriptsSince(before)).isLessThan(4 * 1010 + SCRIPTS_OF_ITS_OWN);
        assertThat(new Stats(service).metric("punctual_claims_total", "path=\"fast\"", "result=\"refused\""))
                .isPositive();
    }

    private static int attempts(String id) {
        return service.http().get("/v1/jobs/" + id).json().get("attempt").asInt();
    }

    private static void forge(String key, int times) {
        try (RespClient client = stage.redis().connect()) {
            List<String[]> forgeries = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                forgeries.add(new String[] {"PUBLISH", "__keyevent@0__:expired", key});
            }
            forgeries.add(new String[] {"PUBLISH", stage.wakeChannel(), "no time"});
            client.pipeline(forgeries);
        }
    }

    /** Sets so many keys with a short life, and waits until Redis has expired them all. */
    private static void expire(int database, int count, IntFunction<byte[]> name) {
        try (RespClient client = stage.redis().connect()) {
            client.call("SELECT", Integer.toString(database));
            long before = expiredKeys(client);
            for (int from = 0; from < count; from += PIPELINE) {
                for (int i = from; i < from + PIPELINE; i++) {
                    client.send(bytes("SET"), name.apply(i), NO_VALUE, bytes("PX"), bytes("500"));
                }
                for (int i = from; i < from + PIPELINE; i++) {
                    assertThat(client.read()).isEqualTo("OK");
                }
            }
            await("they expire")
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> expiredKeys(client) >= before + count);
        }
    }

    private static long expiredKeys(RespClient client) {
        return String.valueOf(client.call("INFO", "stats"))
                .lines()
                .filter(line -> line.startsWith("expired_keys:"))
                .mapToLong(line -> Long.parseLong(line.substring("expired_keys:".length())))
                .sum();
    }

    private static byte[] with(byte[] name, byte... more) {
        byte[] longer = Arrays.copyOf(name, name.length + more.length);
        System.arraycopy(more, 0, longer, name.length, more.length);
        return longer;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
