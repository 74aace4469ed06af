package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.testkit.RedisAccess;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A burst so large that memory and buffers could give way, on a small heap. */
final class BigBurstMeasure extends LongMeasure {

    private static final int COUNT = 500_000;
    private static final Pattern HEAP = Pattern.compile("\"jvm\\.memory\\.heap\\.used\":\\{\"value\":(\\d+)");
    private static final double BYTES_PER_MIB = 1 << 20;

    BigBurstMeasure(Stage stage) {
        super("burst-500000", "", stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (PunctualServers servers = PunctualServers.start(1, Map.of(), "-Xmx512m")) {
            stage.warmUp(servers);
            String subscriber = subscriber(servers.redis);
            Progress.step("schedules " + COUNT + " jobs");
            return BurstMeasure.run(servers, stage.nextLoad(COUNT, Duration.ZERO), true)
                    .setting("count", COUNT)
                    .setting("heap", "512 MiB")
                    .metric("heapUsedMiB", heapUsedMiB(servers))
                    .metric("subscribersDropped", subscriber.equals(subscriber(servers.redis)) ? 0 : 1);
        }
    }

    /** The ids of the connections that subscribe. */
    private static String subscriber(RedisAccess redis) {
        return redis.cliString("CLIENT", "LIST", "TYPE", "pubsub")
                .lines()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .sorted()
                .toList()
                .toString();
    }

    private static double heapUsedMiB(PunctualServers servers) {
        try (HttpConnection admin = new HttpConnection(servers.service().admin())) {
            Matcher heap = HEAP.matcher(admin.get("/metrics").body());
            return heap.find() ? Long.parseLong(heap.group(1)) / BYTES_PER_MIB : Double.NaN;
        }
    }
}
