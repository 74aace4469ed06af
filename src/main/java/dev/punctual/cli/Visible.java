package dev.punctual.cli;

import java.util.function.IntPredicate;

/**
 * Text that came from elsewhere, made fit for a terminal: whatever would move the cursor, change colours, end a line or
 * turn the direction of writing is written as {@code \}{@code uXXXX}.
 */
final class Visible {

    private Visible() {}

    /** One line. */
    static String line(String text) {
        return escaped(text, point -> false);
    }

    /** A JSON text. It stays JSON of the same meaning: outside of strings no such character but white space can stand. */
    static String json(String text) {
        return escaped(text.replace('\r', ' '), point -> point == '\n' || point == '\t');
    }

    private static String escaped(String text, IntPredicate kept) {
        if (text.codePoints().noneMatch(point -> isUnsafe(point) && !kept.test(point))) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (isUnsafe(point) && !kept.test(point)) {
                safe.append("\\u%04x".formatted(point));
            } else {
                safe.appendCodePoint(point);
            }
        });
        return safe.toString();
    }

    private static boolean isUnsafe(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> changesDirection(point);
            default -> false;
        };
    }

    private static boolean changesDirection(int point) {
        return (point >= 0x202A && point <= 0x202E)
                || (point >= 0x2066 && point <= 0x2069)
                || point == 0x200E
                || point == 0x200F
                || point == 0x061C;
    }
}
