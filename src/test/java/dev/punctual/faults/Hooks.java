package dev.punctual.faults;

import dev.punctual.testkit.ServiceProcess;
import java.util.Arrays;
import java.util.stream.Stream;

/** Services whose queue {@code hook} posts to a receiver. */
final class Hooks {

    static final String QUEUE = "hook";

    private Hooks() {}

    /**
     * A service with short leases.
     *
     * @param settings keys below {@code queues.hook} with their values
     */
    static ServiceProcess.Builder service(Stage stage, String url, String... settings) {
        return webhook(stage, url, settings)
                .jvm("-Ddw.lease=2s", "-Ddw.redis.timeouts.command=1s", "-Ddw.sweep.interval=1s");
    }

    private static ServiceProcess.Builder webhook(Stage stage, String url, String... settings) {
        Stream<String> all = Stream.concat(Stream.of("target=webhook", "url=" + url), Arrays.stream(settings));
        return stage.service()
                .jvm(all.map(setting -> "-Ddw.queues." + QUEUE + "." + setting).toArray(String[]::new));
    }

    static String job(String id, String queue, long delayMillis) {
        return String.format("{\"id\":\"%s\",\"queue\":\"%s\",\"delay\":\"%dms\"}", id, queue, delayMillis);
    }
}
