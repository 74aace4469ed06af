package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.kit.SkippedException;

/** Jobs that are scheduled by the best bulk call there is, with nobody who consumes. */
final class ContenderBulk extends ContenderMeasure {

    ContenderBulk(Contender contender, ContenderStage stage) {
        super("bulk", "", contender, stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        contender.program();
        int count = scale.pick(30_000, 100_000);
        Progress.step(count + " jobs");
        try (Server server = Server.start(contender)) {
            Load load = Load.inADay(stage.nextPrefix(), count, count);
            double perSecond = new Loading(contender, server).bulk(load);
            if (perSecond < 0) {
                throw new SkippedException(contender.name() + " has no call for many jobs");
            }
            return figures().setting("count", count).metric("perSecond", perSecond);
        }
    }
}
