package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Measure;
import java.util.ArrayList;
import java.util.List;

/** All measures of the service. Those that share servers follow each other. */
public final class PunctualMeasures {

    private static final int BURST = 50_000;

    private PunctualMeasures() {}

    /**
     * @param pending with how many jobs pending the lag is measured
     */
    public static List<Measure> all(Stage stage, List<Integer> pending, boolean full) {
        List<Measure> all = new ArrayList<>();
        all.add(new ReadyMeasure(stage));
        all.add(new BytesMeasure(stage));
        all.add(new InProcessMeasure(1, 1000, stage));
        all.add(new InProcessMeasure(256, 8, stage));
        all.add(new YardstickMeasure(stage));
        all.add(new BulkMeasure(1, stage));
        all.add(new BulkMeasure(4, stage));
        all.add(new ScheduleMeasure(1, stage));
        all.add(new ScheduleMeasure(16, stage));
        all.add(new PullMeasure(false, stage));
        all.add(new PullMeasure(true, stage));
        all.add(new IdlePollsMeasure(stage));
        all.add(new TailMeasure(stage));
        all.add(new ReplayMeasure(stage));
        all.add(WebhookMeasure.burst(stage));
        all.add(WebhookMeasure.lag(stage));
        all.add(new SilentTargetMeasure(stage));
        all.add(new BurstMeasure(BURST, true, stage));
        all.add(new BurstMeasure(BURST, false, stage));
        all.add(new DoublesMeasure(stage));
        all.add(new CutMeasure(stage));
        all.add(new KillMeasure(stage));
        all.add(new InstancesMeasure(1, stage));
        all.add(new InstancesMeasure(4, stage));
        all.add(new BigBurstMeasure(stage));
        for (int jobs : pending) {
            all.add(new LagMeasure(100, jobs, stage));
            all.add(new LagMeasure(1000, jobs, stage));
        }
        int most = pending.get(pending.size() - 1);
        all.add(new IdleMeasure(1, most, stage));
        all.add(new IdleMeasure(4, most, stage));
        if (full) {
            all.add(new IdleMeasure(16, most, stage));
        }
        all.add(new ReadyOverdueMeasure(most, stage));
        return all;
    }
}
