package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Measure;

/** A measure of another system. */
abstract class ContenderMeasure implements Measure {

    private final String name;
    private final String variant;
    final Contender contender;
    final ContenderStage stage;

    ContenderMeasure(String name, String variant, Contender contender, ContenderStage stage) {
        this.name = name;
        this.variant = variant;
        this.contender = contender;
        this.stage = stage;
    }

    /** The beginning of what it found. */
    final Figures figures() {
        return Figures.empty().setting("version", contender.version());
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String system() {
        return contender.name();
    }

    @Override
    public final String variant() {
        return variant;
    }

    @Override
    public final int repeats() {
        return 1;
    }
}
