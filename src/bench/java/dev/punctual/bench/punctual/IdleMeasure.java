package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.RedisCounters;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;

/** What instances cost Redis while nothing is due. */
final class IdleMeasure extends PunctualMeasure {

    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final Duration SETTLE_QUICK = Duration.ofSeconds(4);

    private final int instances;
    private final int pending;

    IdleMeasure(int instances, int pending, Stage stage) {
        super("idle", "pending " + pending + ", instances " + instances, stage);
        this.instances = instances;
        this.pending = pending;
    }

    @Override
    public boolean isLong() {
        return instances > 1;
    }

    @Override
    public int repeats() {
        return 1;
    }

    @Override
    public Figures run(Scale scale) {
        Duration over = Duration.ofSeconds(scale.pick(5, 20));
        PunctualServers servers = stage.shared(pending);
        try (Companions others = Companions.start(servers, instances - 1)) {
            Progress.step("comes to rest");
            Pause.of(scale.pick(SETTLE_QUICK, SETTLE));
            Progress.step("counts for " + over.toSeconds() + " s");
            RedisCounters before = RedisCounters.of(servers.redis);
            long sent = sentIn(servers, over);
            RedisCounters after = RedisCounters.of(servers.redis);
            double seconds = over.toMillis() / 1e3;
            return Figures.empty()
                    .setting("instances", instances)
                    .setting("pending", pending)
                    .metric("commandsPerSecond", sent / seconds)
                    .metric("commandsPerSecondOfEach", sent / seconds / instances)
                    .metric("withinScriptsToo", (after.commands() - before.commands() - 2) / seconds)
                    .metric("redisCpuPercent", 100 * (after.cpuSeconds() - before.cpuSeconds()) / seconds);
        }
    }

    /** Counted from outside of scripts: those within are no round trips. */
    private static long sentIn(PunctualServers servers, Duration over) {
        try (Monitor monitor = new Monitor(servers.redis)) {
            int before = monitor.lines().size();
            Pause.of(over);
            return monitor.lines().size() - before;
        }
    }
}
