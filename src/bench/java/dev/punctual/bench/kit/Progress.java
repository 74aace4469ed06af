package dev.punctual.bench.kit;

/** The line that shows what is going on: overwritten on a terminal, written anew elsewhere. */
public final class Progress {

    private static final boolean TERMINAL = System.console() != null;
    private static final long STARTED = System.nanoTime();

    private static String doing = "";
    private static int shown;

    private Progress() {}

    /** What is measured now. */
    public static synchronized void doing(String what) {
        doing = what;
        show(what);
    }

    /** A step of it. */
    public static synchronized void step(String what) {
        show(doing + ": " + what);
    }

    /** Wipes the line, so that a table can be written. */
    public static synchronized void clear() {
        if (TERMINAL) {
            System.err.print("\r" + " ".repeat(shown) + "\r");
            shown = 0;
        }
    }

    private static void show(String text) {
        long seconds = (System.nanoTime() - STARTED) / 1_000_000_000;
        String line = String.format("[%d:%02d] %s", seconds / 60, seconds % 60, text);
        if (TERMINAL) {
            System.err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            shown = line.length();
        } else {
            System.err.println(line);
        }
    }
}
