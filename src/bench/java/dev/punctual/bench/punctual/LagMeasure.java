package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;

/** How late jobs reach a worker that waits on the list, and how late they fire by Redis's clock. */
final class LagMeasure extends PunctualMeasure {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final int perSecond;
    private final int pending;

    LagMeasure(int perSecond, int pending, Stage stage) {
        super("lag-" + perSecond, "pending " + pending, stage);
        this.perSecond = perSecond;
        this.pending = pending;
    }

    @Override
    public Figures run(Scale scale) {
        Duration over = Duration.ofSeconds(scale.pick(10, 30));
        int count = (int) (perSecond * over.toSeconds());
        PunctualServers servers = stage.shared(pending);
        Progress.step(over.toSeconds() + " s");
        try (ListWorker worker = ListWorker.start(servers.redis.uri())) {
            Load load = stage.nextLoad(count, over);
            servers.loader().load(load);
            Pause.untilMillis(load.firstDueAtMillis());
            Spent spent = Spent.from(servers);
            worker.awaitCount(count, over.plus(LIMIT));
            FireTally tally = new FireTally(load, worker.deliveries());
            return Figures.empty()
                    .setting("perSecond", perSecond)
                    .setting("seconds", over.toSeconds())
                    .setting("pending", pending)
                    .metrics(tally.handled.lags())
                    .metrics(tally.fireLags())
                    .metric("fastPercent", tally.fastPercent())
                    .metrics(tally.handled.counts())
                    .metrics(spent.metrics(count));
        }
    }
}
