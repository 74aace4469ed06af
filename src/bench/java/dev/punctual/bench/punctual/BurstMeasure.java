package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.RedisCounters;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;

/** Jobs that are due in the same millisecond, with a worker on the list, or without one. */
final class BurstMeasure extends PunctualMeasure {

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final int count;
    private final boolean withWorker;

    BurstMeasure(int count, boolean withWorker, Stage stage) {
        super("burst", withWorker ? "worker on the list" : "no worker", stage);
        this.count = count;
        this.withWorker = withWorker;
    }

    @Override
    public boolean isLong() {
        return !withWorker;
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(0);
        Progress.step(count + " jobs");
        return run(servers, stage.nextLoad(count, Duration.ZERO), withWorker)
                .setting("count", count)
                .setting("worker", withWorker);
    }

    static Figures run(PunctualServers servers, Load load, boolean withWorker) {
        servers.loader().load(load);
        RedisCounters.watchLatency(servers.redis);
        Spent spent = Spent.from(servers);
        try (ListWorker worker = workerOf(servers, load, withWorker)) {
            worker.awaitCount(load.count(), LIMIT);
            Figures figures = Figures.empty();
            FireTally tally = new FireTally(load, worker.deliveries());
            figures.metric("firesPerSecond", tally.firesPerSecond());
            if (withWorker) {
                figures.metric("handledPerSecond", tally.handled.perSecond());
            }
            return figures.metrics(tally.fireLags())
                    .metric("fastPercent", tally.fastPercent())
                    .metrics(tally.handled.counts())
                    .metric("redisBlockedMs", RedisCounters.blockedMillis(servers.redis))
                    .metrics(spent.metrics(load.count()));
        }
    }

    /** One that is there when the jobs fall due, or one that comes when all have fired. */
    private static ListWorker workerOf(PunctualServers servers, Load load, boolean early) {
        if (!early) {
            Pause.untilMillis(load.firstDueAtMillis());
            long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
            while (servers.redis.cliLong("LLEN", PunctualServers.LIST) < load.count()
                    && System.nanoTime() < deadlineNanos) {
                Pause.of(LOOK);
            }
        }
        return ListWorker.start(servers.redis.uri());
    }
}
