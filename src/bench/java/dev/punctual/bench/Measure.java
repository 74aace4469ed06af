package dev.punctual.bench;

/** One thing that is measured. */
interface Measure {

    /** The name on the command line and in the results. */
    String name();

    /** What it shows, in a line. */
    String purpose();

    /**
     * Measures once, on servers of its own.
     *
     * @param quick whether a rough figure is enough
     */
    Figures run(boolean quick) throws Exception;
}
