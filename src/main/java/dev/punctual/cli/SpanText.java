package dev.punctual.cli;

import java.util.Locale;

/** Spans of time for people. */
final class SpanText {

    private SpanText() {}

    /** How far an instant is away, seen from another. */
    static String between(long nowMillis, long thenMillis) {
        long awayMillis = thenMillis - nowMillis;
        return awayMillis >= 0 ? "in " + of(awayMillis) : of(-awayMillis) + " ago";
    }

    static String of(long millis) {
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 10_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
        }
        long seconds = millis / 1_000;
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7_200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
    }
}
