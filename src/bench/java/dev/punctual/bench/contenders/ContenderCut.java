package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.kit.Tally;
import java.time.Duration;

/** All connections of the consumer are cut a few times while jobs fall due. */
final class ContenderCut extends ContenderMeasure {

    private static final int COUNT = 5_000;
    private static final int CUTS = 4;
    private static final Duration OVER = Duration.ofSeconds(5);
    private static final int LIMIT_MILLIS = 15_000;

    ContenderCut(Contender contender, ContenderStage stage) {
        super("cut", "", contender, stage);
    }

    @Override
    public Figures run(Scale scale) {
        ContenderStage.Session session = stage.shared(contender, 0);
        Load load = stage.nextLoad(contender, COUNT, OVER);
        new Loading(contender, session.server()).load(load);
        Progress.step("cuts");
        for (int cut = 1; cut <= CUTS; cut++) {
            Pause.untilMillis(load.firstDueAtMillis() + cut * OVER.toMillis() / (CUTS + 1));
            session.server().cutAll();
        }
        session.report().awaitCount(load, COUNT, load.lastDueAtMillis() + LIMIT_MILLIS);
        return figures()
                .setting("count", COUNT)
                .setting("cuts", CUTS)
                .metrics(new Tally(load, session.report().handled()).counts());
    }
}
