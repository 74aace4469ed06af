package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;

/** {@code POST /v1/jobs} from some callers, as fast as they can; with 16 also at a fixed pace. */
final class ScheduleMeasure extends PunctualMeasure {

    private static final int PACE_PER_SECOND = 1000;
    private static final int PACED_FROM_CALLERS = 16;

    private final int callers;

    ScheduleMeasure(int callers, Stage stage) {
        super("schedule", "HTTP, callers " + callers, stage);
        this.callers = callers;
    }

    @Override
    public boolean isLong() {
        return callers == 1;
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(0);
        double seconds = scale.pick(3, 10);
        Progress.step("warms up");
        new Callers(servers.service().api(), callers).flatOut(scale.pick(2, 5));
        Progress.step("as fast as answers come");
        Callers fast = new Callers(servers.service().api(), callers);
        Spent spent = Spent.from(servers);
        Figures figures = Figures.empty()
                .setting("callers", callers)
                .setting("over", "HTTP")
                .metric("perSecond", fast.flatOut(seconds))
                .metrics(fast.latencies())
                .metrics(spent.metrics(fast.posted()));
        if (callers >= PACED_FROM_CALLERS) {
            Progress.step("at " + PACE_PER_SECOND + " a second");
            Callers paced = new Callers(servers.service().api(), callers);
            paced.paced(PACE_PER_SECOND, seconds);
            paced.latencies()
                    .forEach((name, value) ->
                            figures.metric("paced" + Character.toUpperCase(name.charAt(0)) + name.substring(1), value));
        }
        return figures;
    }
}
