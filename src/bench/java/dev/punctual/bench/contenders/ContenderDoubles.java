package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Handled;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.kit.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two consumers of the same jobs. */
final class ContenderDoubles extends ContenderMeasure {

    private static final int COUNT = 5_000;
    private static final Duration OVER = Duration.ofSeconds(2);
    private static final int LIMIT_MILLIS = 15_000;
    private static final Duration LOOK = Duration.ofMillis(500);

    ContenderDoubles(Contender contender, ContenderStage stage) {
        super("doubles", "", contender, stage);
    }

    @Override
    public Figures run(Scale scale) {
        ContenderStage.Session session = stage.shared(contender, 0);
        Report other = stage.newReport();
        Progress.step("two consumers");
        try (Worker second = Worker.start(contender, session.server(), other, false, null)) {
            Load load = stage.nextLoad(contender, COUNT, OVER);
            new Loading(contender, session.server()).load(load);
            Tally tally = tally(load, session.report(), other);
            long deadlineMillis = load.lastDueAtMillis() + LIMIT_MILLIS;
            while (tally.lost() > 0 && System.currentTimeMillis() < deadlineMillis) {
                Pause.of(LOOK);
                tally = tally(load, session.report(), other);
            }
            Pause.of(LOOK); // the second time may come after the last first time
            tally = tally(load, session.report(), other);
            return figures().setting("count", COUNT).setting("consumers", 2).metrics(tally.counts());
        } finally {
            ContenderStage.delete(other);
        }
    }

    private static Tally tally(Load load, Report one, Report other) {
        List<Handled> all = new ArrayList<>(one.handled());
        all.addAll(other.handled());
        return new Tally(load, all);
    }
}
