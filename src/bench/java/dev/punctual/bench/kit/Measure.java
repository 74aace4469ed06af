package dev.punctual.bench.kit;

/** One thing that is measured of one system. */
public interface Measure {

    /** The name on the command line and in the results. */
    String name();

    /** The system that it measures. */
    String system();

    /** What sets it apart from others of the same name and system; may be empty. */
    default String variant() {
        return "";
    }

    /** Whether it is left out of a quick run that does not name it. */
    default boolean isLong() {
        return false;
    }

    /** How often it is measured in full. */
    default int repeats() {
        return 3;
    }

    /**
     * Measures once.
     *
     * @throws SkippedException if that cannot be done here
     */
    Figures run(Scale scale) throws Exception;
}
