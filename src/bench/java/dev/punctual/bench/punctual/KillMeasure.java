package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The service ends without a word in the middle of a burst, and starts again. */
final class KillMeasure extends PunctualMeasure {

    private static final int COUNT = 20_000;
    private static final Duration LIMIT = Duration.ofSeconds(90);

    KillMeasure(Stage stage) {
        super("kill", "", stage);
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(0);
        try (ListWorker worker = ListWorker.start(servers.redis.uri())) {
            Load load = stage.nextLoad(COUNT, Duration.ZERO);
            servers.loader().load(load);
            if (!worker.awaitCount(COUNT / 4, LIMIT)) {
                throw new IllegalStateException("the burst did not begin");
            }
            servers.service().kill9();
            int before = worker.count();
            Progress.step("killed after " + before + " jobs, starts again");
            servers.service().restart();
            long readyAtMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
            worker.awaitCount(COUNT, LIMIT);
            FireTally tally = new FireTally(load, worker.deliveries());
            return Figures.empty()
                    .setting("count", COUNT)
                    .metrics(tally.handled.counts())
                    .metric("beforeTheKill", before)
                    .metric("secondsUntilLast", Math.max(0, (tally.handled.lastAtMicros() - readyAtMicros) / 1e6));
        }
    }
}
