package dev.punctual.targets;

import java.nio.charset.StandardCharsets;

/** The beginning of a text from outside, fit for one line of a log. */
final class Excerpt {

    static final int MAX_BYTES = 200;

    private Excerpt() {}

    static String of(byte[] bytes, int length) {
        return of(new String(bytes, 0, Math.min(length, MAX_BYTES), StandardCharsets.UTF_8));
    }

    static String of(String text) {
        String start = text.length() > MAX_BYTES ? text.substring(0, MAX_BYTES) : text;
        return start.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}\\p{Z}\\uFFFD]+", " ").strip();
    }
}
