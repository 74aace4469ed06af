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
        all.add(new BurstMeasure(BURST, true, stage));
        all.add(new BurstMeasure(BURST, false, stage));
        for (int jobs : pending) {
            all.add(new LagMeasure(100, jobs, stage));
            all.add(new LagMeasure(1000, jobs, stage));
        }
        return all;
    }
}
