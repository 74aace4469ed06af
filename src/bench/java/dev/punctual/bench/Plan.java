package dev.punctual.bench;

import dev.punctual.bench.kit.Measure;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.punctual.PunctualMeasures;
import dev.punctual.bench.punctual.Stage;
import java.util.List;

/** All measures of all systems, in the order in which they are taken. */
final class Plan {

    private Plan() {}

    static List<Measure> all(Stage stage, Options options) {
        List<Integer> pending = options.pending() >= 0
                ? List.of(options.pending())
                : options.scale().pick(List.of(0, 100_000), List.of(0, 100_000, 1_000_000));
        return PunctualMeasures.all(stage, pending, options.scale() == Scale.FULL);
    }
}
