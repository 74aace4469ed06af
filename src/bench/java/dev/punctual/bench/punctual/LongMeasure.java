package dev.punctual.bench.punctual;

/** A measure of the service that takes long: once in full, and in a quick run only where it is named. */
abstract class LongMeasure extends PunctualMeasure {

    LongMeasure(String name, String variant, Stage stage) {
        super(name, variant, stage);
    }

    @Override
    public final boolean isLong() {
        return true;
    }

    @Override
    public final int repeats() {
        return 1;
    }
}
