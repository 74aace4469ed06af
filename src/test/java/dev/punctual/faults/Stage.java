package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Redis of its own and the services on it. Not for several threads, but for what it hands out. */
final class Stage implements AutoCloseable {

    private static final int MILLIS_PER_SECOND = 1000;

    /** Of its own, so that no service of another test whose port was given anew disturbs it. */
    private final String namespace = TestRedis.freshNamespace();

    private final RedisProcess redis;
    private final List<ServiceProcess> services = new ArrayList<>();
    private int batches;

    /** @param redisArguments as on the command line of redis-server */
    Stage(String... redisArguments) {
        List<String> arguments = new ArrayList<>(List.of("--save", ""));
        arguments.addAll(List.of(redisArguments));
        redis = RedisProcess.start(arguments.toArray(String[]::new));
    }

    RedisProcess redis() {
        return redis;
    }

    /**
     * A service that leaves the server's settings alone, so that a test can switch notifications on and off.
     *
     * @param settings keys of config.yml with their values, {@code "sweep.grace=3s"}
     */
    ServiceProcess.Builder service(String... settings) {
        return ServiceProcess.builder()
                .redis(redis)
                .namespace(namespace)
                .jvm("-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Ddw.redis.notifyKeyspaceEvents=off")
                .jvm(Arrays.stream(settings).map(setting -> "-Ddw." + setting).toArray(String[]::new));
    }

    /** Starts it and waits until it is ready; it ends with the stage. */
    ServiceProcess start(ServiceProcess.Builder builder) {
        return launch(builder).awaitReady();
    }

    /** Starts it without waiting, so that several start at the same moment. */
    ServiceProcess launch(ServiceProcess.Builder builder) {
        ServiceProcess service = builder.launch();
        services.add(service);
        return service;
    }

    /** Ends one before the others. */
    void end(ServiceProcess service) {
        services.remove(service);
        service.close();
    }

    /** Switches notifications on or off, and waits until every service has found out. */
    void feed(Feed feed) {
        redis.cli("CONFIG", "SET", "notify-keyspace-events", feed.flags());
        for (ServiceProcess service : services) {
            await("found out").untilAsserted(() -> assertThat(
                            new Stats(service).notificationState().equals("on"))
                    .isEqualTo(feed.isNotifying()));
        }
    }

    static void awaitNotifications(ServiceProcess service, String state) {
        await("notifications are " + state).untilAsserted(() -> assertThat(new Stats(service).notificationState())
                .isEqualTo(state));
    }

    /** Keeps Redis from expiring keys by itself; only a command that touches a lapsed key still makes it do so. */
    void holdExpiryBack(boolean held) {
        redis.cli("DEBUG", "SET-ACTIVE-EXPIRE", held ? "0" : "1");
    }

    /** Jobs of a queue that no other batch uses. */
    Batch batch() {
        return batch(namespace);
    }

    Batch batch(String namespace) {
        return new Batch(redis, namespace, "q" + ++batches);
    }

    long nowMillis() {
        List<String> time = redis.cliList("TIME");
        return Long.parseLong(time.get(0)) * MILLIS_PER_SECOND + Long.parseLong(time.get(1)) / MILLIS_PER_SECOND;
    }

    void awaitTime(long millis) {
        await("Redis's clock")
                .atMost(Duration.ofMillis(Math.max(0, millis - nowMillis()) + 2_000))
                .until(() -> nowMillis() >= millis);
    }

    String dueKey(String id, long generation) {
        return "{" + namespace + ".0}:due:" + generation + ":" + id;
    }

    String wakeChannel() {
        return namespace + ":wake";
    }

    /** Where the jobs of a queue arrive that no configuration names. */
    String list(String queue) {
        return namespace + ":queue:" + queue;
    }

    String schedule() {
        return "{" + namespace + ".0}:schedule";
    }

    @Override
    public void close() {
        services.forEach(ServiceProcess::close);
        redis.close();
    }
}
