package dev.punctual.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The desk of an operator: a service, its Redis, and a browser before it. All tests share one, because each costs seconds
 * to start; it ends with the JVM. For one thread.
 */
final class Desk {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private static Desk shared;

    private final RedisProcess redis = RedisProcess.start("--save", "");
    private final ServiceProcess service;
    private final Browser browser;

    private Desk() {
        service = ServiceProcess.builder()
                .redis(redis)
                .jvm("-XX:TieredStopAtLevel=1")
                .jvm("-Ddw.queues.work.target=pull", "-Ddw.queues.work.retry.maxAttempts=1")
                .env("PUNCTUAL_SWEEP_INTERVAL", "500ms")
                .start();
        browser = new Browser();
        Runtime.getRuntime().addShutdownHook(new Thread(browser::close));
    }

    static synchronized Desk shared() {
        if (shared == null) {
            shared = new Desk();
        }
        return shared;
    }

    /** An id or queue that no other test uses. */
    static String fresh(String word) {
        return word + "-" + NAMES.incrementAndGet();
    }

    Browser browser() {
        return browser;
    }

    ServiceProcess service() {
        return service;
    }

    /** Opens the page, and awaits that it is live. */
    Browser open() {
        return open(1280, 1400, false);
    }

    Browser open(int width, int height, boolean dark) {
        browser.open(service.api() + "/", width, height, dark);
        browser.awaitText("#connection", "Connected");
        browser.awaitText("#stream", "Live");
        browser.errors();
        return browser;
    }

    /** Schedules a job that is due at once. */
    String fire() {
        String id = fresh("fired");
        schedule("{'id':'" + id + "','queue':'shown','delay':'0s'}");
        return id;
    }

    /** Schedules; {@code '} stands for {@code "}. */
    void schedule(String job) {
        assertThat(service.http().post("/v1/jobs", job.replace('\'', '"')).status())
                .isEqualTo(201);
    }

    /** A job that its puller has given up. */
    String dead(String why) {
        String id = fresh("dead");
        schedule("{'id':'" + id + "','queue':'work','delay':'0s'}");
        String token = service.http()
                .post("/v1/queues/work/lease", "{\"wait\":\"10s\"}")
                .json()
                .at("/items/0/leaseToken")
                .asText();
        assertThat(service.http()
                        .post("/v1/leases/" + token + "/nack", "{\"reason\":\"" + why + "\"}")
                        .status())
                .isEqualTo(204);
        return id;
    }

    /** Whether Redis tells of expired keys. */
    void notifications(boolean on) {
        redis.cli("CONFIG", "SET", "notify-keyspace-events", on ? "Ex" : "");
        Await.await("the service has noticed").atMost(Duration.ofSeconds(15)).until(() -> stateOfNotifications()
                .equals(on ? "on" : "off"));
    }

    private String stateOfNotifications() {
        return service.http().get("/v1/stats").json().at("/notifications/state").asText();
    }

    String stateOf(String id) {
        return service.http().get("/v1/jobs/" + id).json().at("/state").asText();
    }

    void awaitState(String id, String state) {
        Await.await(id + " is " + state).atMost(Browser.SOON).until(() -> stateOf(id)
                .equals(state));
    }

    /** The row of a job among the live fires, once it is there. */
    String awaitFire(String id) {
        browser.awaitText("#fire-rows button", id);
        return rowWith("#fire-rows tr", id);
    }

    String rowWith(String rows, String text) {
        return browser.texts(rows).stream()
                .filter(row -> row.contains(text))
                .findFirst()
                .orElse("");
    }

    List<?> addressesLoaded() {
        return (List<?>) browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)");
    }
}
