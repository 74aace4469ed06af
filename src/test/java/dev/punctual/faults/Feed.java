package dev.punctual.faults;

/**
 * Whether Redis publishes what expires. Every trial is made both ways: what comes out must be the same, only later.
 * For services that leave the server's setting alone.
 */
enum Feed {
    /** With both kinds of flags, whatever a service subscribes to. */
    NOTIFYING("KEx"),
    SILENT("");

    private final String flags;

    Feed(String flags) {
        this.flags = flags;
    }

    String flags() {
        return flags;
    }

    boolean isNotifying() {
        return this == NOTIFYING;
    }
}
