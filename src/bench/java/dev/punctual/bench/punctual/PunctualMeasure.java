package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Measure;

/** A measure of the service. */
abstract class PunctualMeasure implements Measure {

    private final String name;
    private final String variant;
    final Stage stage;

    PunctualMeasure(String name, String variant, Stage stage) {
        this.name = name;
        this.variant = variant;
        this.stage = stage;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String system() {
        return "punctual";
    }

    @Override
    public final String variant() {
        return variant;
    }
}
