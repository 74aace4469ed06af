package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;
import java.util.Map;

/** What several instances spend on the same jobs: in a burst and in a stream. */
final class InstancesMeasure extends LongMeasure {

    private static final int BURST = 50_000;
    private static final int STREAM_PER_SECOND = 1000;
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final int instances;

    InstancesMeasure(int instances, Stage stage) {
        super("instances", "instances " + instances, stage);
        this.instances = instances;
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (PunctualServers servers = PunctualServers.start(instances, Map.of())) {
            stage.warmUp(servers);
            Figures figures = Figures.empty().setting("instances", instances);
            double before = Claims.tried(servers);
            Progress.step("a burst");
            Figures burst = BurstMeasure.run(servers, stage.nextLoad(BURST, Duration.ZERO), true);
            double claims = Claims.tried(servers) - before;
            figures.setting("burst", BURST)
                    .metric("firesPerSecond", burst.metrics().get("firesPerSecond"))
                    .metric("claimsPerFire", claims / BURST)
                    .metric("twice", burst.metrics().get("twice"))
                    .metric("lost", burst.metrics().get("lost"));
            return stream(servers, Duration.ofSeconds(scale.pick(5, 15)), figures);
        }
    }

    private Figures stream(PunctualServers servers, Duration over, Figures figures) {
        Progress.step("a stream");
        int count = (int) (STREAM_PER_SECOND * over.toSeconds());
        try (ListWorker worker = ListWorker.start(servers.redis.uri())) {
            double before = Claims.tried(servers);
            Load load = stage.nextLoad(count, over);
            servers.loader().load(load);
            worker.awaitCount(count, over.plus(LIMIT));
            double claims = Claims.tried(servers) - before;
            FireTally tally = new FireTally(load, worker.deliveries());
            return figures.setting("streamPerSecond", STREAM_PER_SECOND)
                    .metric("streamClaimsPerFire", claims / count)
                    .metric("streamP99Ms", tally.handled.lags().get("p99Ms"))
                    .metric("streamFastPercent", tally.fastPercent());
        }
    }
}
