package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The service was down while jobs fell due: from its start to the first and to the last of them. */
final class ReadyOverdueMeasure extends PunctualMeasure {

    private static final int OVERDUE = 1000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final int pending;

    ReadyOverdueMeasure(int pending, Stage stage) {
        super("ready-overdue", "pending " + pending, stage);
        this.pending = pending;
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(pending);
        try (ListWorker worker = ListWorker.start(servers.redis.uri())) {
            Load load = stage.nextLoad(OVERDUE, Duration.ofMillis(100));
            servers.loader().load(load);
            servers.service().term();
            servers.service().awaitExit();
            Pause.untilMillis(load.lastDueAtMillis() + 500);
            if (worker.count() > 0) {
                throw new IllegalStateException("it stopped too late");
            }
            Progress.step("starts again");
            long startedAtMicros = micros();
            servers.service().restart();
            long readyAtMicros = micros();
            worker.awaitCount(OVERDUE, LIMIT);
            FireTally tally = new FireTally(load, worker.deliveries());
            long firstAtMicros = worker.deliveries().stream()
                    .mapToLong(Delivery::atMicros)
                    .min()
                    .orElseThrow();
            return Figures.empty()
                    .setting("pending", pending)
                    .setting("overdue", OVERDUE)
                    .metric("readyMs", (readyAtMicros - startedAtMicros) / 1e3)
                    .metric("firstFireMs", (firstAtMicros - startedAtMicros) / 1e3)
                    .metric("lastFireMs", (tally.handled.lastAtMicros() - startedAtMicros) / 1e3)
                    .metrics(tally.handled.counts());
        }
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
