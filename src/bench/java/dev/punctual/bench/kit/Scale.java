package dev.punctual.bench.kit;

/** How much is measured. */
public enum Scale {
    /** A rough figure, soon. */
    QUICK,
    /** The figure for the manual. */
    FULL;

    public <T> T pick(T quick, T full) {
        return this == QUICK ? quick : full;
    }
}
