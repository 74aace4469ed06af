package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;

/** Jobs that are scheduled one a call, with nobody who consumes. */
final class ContenderSchedule extends ContenderMeasure {

    private final int callers;

    ContenderSchedule(Contender contender, int callers, ContenderStage stage) {
        super("schedule", "callers " + callers, contender, stage);
        this.callers = callers;
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        contender.program();
        int count = callers == 1 ? scale.pick(5_000, 15_000) : scale.pick(20_000, 50_000);
        Progress.step(count + " jobs");
        try (Server server = Server.start(contender)) {
            Load load = Load.inADay(stage.nextPrefix(), count, count);
            return figures()
                    .setting("count", count)
                    .setting("callers", callers)
                    .metric("perSecond", new Loading(contender, server).schedule(load, callers));
        }
    }
}
