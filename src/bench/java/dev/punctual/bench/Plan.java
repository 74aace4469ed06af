package dev.punctual.bench;

import dev.punctual.bench.contenders.ContenderStage;
import dev.punctual.bench.contenders.Contenders;
import dev.punctual.bench.kit.Measure;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.punctual.PunctualMeasures;
import dev.punctual.bench.punctual.Stage;
import java.util.ArrayList;
import java.util.List;

/** All measures of all systems, in the order in which they are taken. */
final class Plan {

    private Plan() {}

    static List<Measure> all(Stage stage, ContenderStage others, Options options) {
        boolean chosen = options.pending() >= 0;
        List<Integer> pending = chosen
                ? List.of(options.pending())
                : options.scale().pick(List.of(100_000), List.of(0, 100_000, 1_000_000));
        List<Measure> all = new ArrayList<>(PunctualMeasures.all(stage, pending, options.scale() == Scale.FULL));
        all.addAll(Contenders.all(others, chosen ? pending : List.of(0)));
        return all;
    }
}
