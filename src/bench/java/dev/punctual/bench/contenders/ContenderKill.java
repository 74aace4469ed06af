package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.kit.Tally;
import java.time.Duration;

/** The consumer ends without a word in the middle of a burst, and starts again. */
final class ContenderKill extends ContenderMeasure {

    private static final int COUNT = 20_000;
    private static final int BURST_LIMIT_MILLIS = 60_000;
    private static final long MICROS_PER_MILLI = 1000;

    ContenderKill(Contender contender, ContenderStage stage) {
        super("kill", "", contender, stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        contender.program();
        Report report = stage.newReport();
        boolean inHeap = contender.storage() == Contender.Storage.NONE;
        try (Server server = Server.start(contender)) {
            Load load = stage.nextLoad(contender, COUNT, Duration.ZERO);
            Worker first = Worker.start(contender, server, report, true, inHeap ? load : null);
            try (first) {
                if (!inHeap) {
                    load = stage.nextLoad(contender, COUNT, Duration.ZERO);
                    new Loading(contender, server).load(load);
                }
                int before = report.awaitCount(load, COUNT / 4, load.firstDueAtMillis() + BURST_LIMIT_MILLIS);
                first.kill9();
                Progress.step("killed after " + before + " jobs, starts again");
                return again(server, report, load, scale).metric("beforeTheKill", before);
            }
        } finally {
            ContenderStage.delete(report);
        }
    }

    /** What was in a heap is gone: the second consumer has nothing to do. */
    private Figures again(Server server, Report report, Load load, Scale scale) {
        boolean inHeap = contender.storage() == Contender.Storage.NONE;
        Load nothing = new Load("none-", 1, System.currentTimeMillis(), 0);
        try (Worker second = Worker.start(contender, server, report, true, inHeap ? nothing : null)) {
            long deadlineMillis = second.readyAtMicros() / MICROS_PER_MILLI
                    + contender.bounds().recoverySeconds() * 1000L;
            report.awaitCount(load, COUNT, deadlineMillis);
            if (scale == Scale.FULL && !contender.isStrategy()) {
                Pause.untilMillis(deadlineMillis); // what was handled and not confirmed may come a second time
            }
            Tally tally = new Tally(load, report.handled());
            return figures()
                    .setting("count", COUNT)
                    .setting("limitSeconds", contender.bounds().recoverySeconds())
                    .metrics(tally.counts())
                    .metric("secondsUntilLast", Math.max(0, (tally.lastAtMicros() - second.readyAtMicros()) / 1e6));
        }
    }
}
