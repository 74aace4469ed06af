package dev.punctual.api;

import dev.punctual.core.InvalidJobException;

/** Text of one line that every consumer can print. */
final class PlainText {

    private PlainText() {}

    /**
     * Checks a text.
     *
     * @param field its name in a fault
     * @param longest how long it may be, in characters as Unicode counts them
     * @return the text
     * @throws InvalidJobException if it is empty or too long, or has control characters or half of a surrogate pair
     */
    static String check(String field, String text, int longest) {
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > longest) {
            throw new InvalidJobException(field, "must have 1 to " + longest + " characters");
        }
        if (text.codePoints().anyMatch(point -> Character.isISOControl(point) || isHalfAPair(point))) {
            throw new InvalidJobException(field, "must not have control characters or unpaired surrogates");
        }
        return text;
    }

    private static boolean isHalfAPair(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
