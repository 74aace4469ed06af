package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Tally;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A load that a contender's consumer handled while somebody looked.
 *
 * @param tally what it reported
 * @param spent what the server spent on each job
 */
record Handling(Tally tally, Map<String, Double> spent) {

    /** Schedules it and waits for it; the contender of a heap does both itself. */
    static Handling of(
            Contender contender, int pending, int count, Duration over, Duration limit, ContenderStage stage) {
        if (contender.storage() == Contender.Storage.NONE) {
            return inHeap(contender, count, over, limit, stage);
        }
        ContenderStage.Session session = stage.shared(contender, pending);
        Load load = stage.nextLoad(contender, count, over);
        new Loading(contender, session.server()).load(load);
        Pause.untilMillis(load.firstDueAtMillis());
        Map<String, Double> before = session.server().spent();
        session.report().awaitCount(load, count, load.lastDueAtMillis() + limit.toMillis());
        Map<String, Double> spent = new LinkedHashMap<>();
        session.server().spent().forEach((name, value) -> spent.put(name, (value - before.get(name)) / count));
        return new Handling(new Tally(load, session.report().handled()), spent);
    }

    private static Handling inHeap(
            Contender contender, int count, Duration over, Duration limit, ContenderStage stage) {
        stage.clear();
        Report report = stage.newReport();
        Load load = stage.nextLoad(contender, count, over);
        try (Worker worker = Worker.start(contender, new NoServer(), report, false, load)) {
            if (worker.readyAtMicros() > load.firstDueAtMillis() * 1000) {
                throw new IllegalStateException("the jobs were due before all of them were scheduled");
            }
            report.awaitCount(load, count, load.lastDueAtMillis() + limit.toMillis());
            return new Handling(new Tally(load, report.handled()), Map.of());
        } finally {
            ContenderStage.delete(report);
        }
    }
}
