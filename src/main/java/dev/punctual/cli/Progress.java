package dev.punctual.cli;

import java.util.Locale;

/** How far a long command has come, on one line of the terminal that is written over; nothing where there is none. */
final class Progress {

    private static final int WIDTH = 30;
    private static final long PAUSE_NANOS = 100_000_000;

    private final Terminal terminal;
    private final boolean shown;
    private final String words;
    private long shownAtNanos;

    /**
     * @param shown whether somebody looks at the terminal
     * @param words what is counted
     */
    Progress(Terminal terminal, boolean shown, String words) {
        this.terminal = terminal;
        this.shown = shown;
        this.words = words;
    }

    /**
     * @param share of the work that is done, from 0 to 1
     * @param count of what is counted
     */
    void at(double share, long count) {
        if (!shown || System.nanoTime() - shownAtNanos < PAUSE_NANOS) {
            return;
        }
        shownAtNanos = System.nanoTime();
        int full = (int) Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
        terminal.err()
                .print("\r[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] "
                        + String.format(Locale.ROOT, "%d %s", count, words));
        terminal.err().flush();
    }

    /** Takes the line away. */
    void end() {
        if (shown && shownAtNanos != 0) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
        }
    }
}
