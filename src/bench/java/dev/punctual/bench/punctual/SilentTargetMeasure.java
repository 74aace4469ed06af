package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How late a stream of jobs is at a target that answers, alone, and beside one that takes connections and never answers. */
final class SilentTargetMeasure extends PunctualMeasure {

    private static final int CONNECTIONS = 32;
    private static final int PER_SECOND = 500;
    private static final int SILENT_PER_SECOND = 200;
    private static final int WARM_UP = 10_000;
    private static final int LINES_PER_CHUNK = 200;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    SilentTargetMeasure(Stage stage) {
        super("silent-target", PER_SECOND + "/s beside " + SILENT_PER_SECOND + "/s that nobody answers", stage);
    }

    @Override
    public Figures run(Scale scale) {
        Duration over = Duration.ofSeconds(scale.pick(10, 30));
        int count = (int) (PER_SECOND * over.toSeconds());
        stage.clear();
        try (WebhookSink good = WebhookSink.answering();
                WebhookSink silent = WebhookSink.silent();
                PunctualServers servers = PunctualServers.start(1, Map.of(), settings(good, silent))) {
            Progress.step("warms up");
            servers.loader().load(stage.nextLoad(WARM_UP, Duration.ZERO));
            good.awaitCount(WARM_UP, LIMIT);
            Progress.step("alone");
            FireTally alone = measure(servers, good, WARM_UP, stage.nextLoad(count, over));
            Progress.step("beside the silent one");
            Load load = stage.nextLoad(count, over);
            addSilentJobs(servers, load);
            FireTally beside = measure(servers, good, WARM_UP + count, load);
            return Figures.empty()
                    .setting("perSecond", PER_SECOND)
                    .setting("silentPerSecond", SILENT_PER_SECOND)
                    .metric("aloneP99Ms", alone.handled.lags().get("p99Ms"))
                    .metrics(beside.handled.lags())
                    .metrics(beside.fireLags())
                    .metric("fastPercent", beside.fastPercent())
                    .metrics(beside.handled.counts());
        }
    }

    private static FireTally measure(PunctualServers servers, WebhookSink good, int before, Load load) {
        servers.loader().load(load);
        Pause.untilMillis(load.firstDueAtMillis());
        good.awaitCount(
                before + load.count(), Duration.ofMillis(load.overMillis()).plus(LIMIT));
        return new FireTally(load, good.deliveries());
    }

    /** Due by turns with the others. */
    private void addSilentJobs(PunctualServers servers, Load load) {
        String prefix = stage.nextPrefix();
        int count = (int) (SILENT_PER_SECOND * load.overMillis() / 1000);
        List<byte[]> chunks = IntStream.iterate(0, i -> i < count, i -> i + LINES_PER_CHUNK)
                .mapToObj(start -> IntStream.range(start, start + LINES_PER_CHUNK)
                        .mapToObj(i -> job(prefix + i, load.firstDueAtMillis() + i * load.overMillis() / count))
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.UTF_8))
                .toList();
        try (HttpConnection connection = new HttpConnection(servers.service().api())) {
            connection.postLines("/v1/jobs/bulk", chunks.iterator(), OutputStream.nullOutputStream());
        }
    }

    private static String job(String id, long dueAtMillis) {
        return "{\"id\":\"" + id + "\",\"queue\":\"silent\",\"at\":\"" + Instant.ofEpochMilli(dueAtMillis) + "\"}\n";
    }

    private static String[] settings(WebhookSink good, WebhookSink silent) {
        return Stream.concat(
                        Arrays.stream(WebhookMeasure.settings(good, CONNECTIONS)),
                        Stream.of(
                                "-Ddw.queues.silent.target=webhook",
                                "-Ddw.queues.silent.url=" + silent.url(),
                                "-Ddw.queues.silent.concurrency=" + CONNECTIONS,
                                "-Ddw.queues.silent.timeout=2s"))
                .toArray(String[]::new);
    }
}
