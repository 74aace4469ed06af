package dev.punctual.api;

import dev.punctual.core.InvalidJobException;

/** What a job may be called: text that every consumer can print. */
public final class JobName {

    /** How long a name may be, in characters as Unicode counts them. */
    public static final int LONGEST = 128;

    private JobName() {}

    /**
     * Checks a name.
     *
     * @return the name
     * @throws InvalidJobException if it is empty or too long, or has control characters or half of a surrogate pair
     */
    public static String check(String name) {
        int length = name.codePointCount(0, name.length());
        if (length < 1 || length > LONGEST) {
            throw new InvalidJobException("name", "must have 1 to " + LONGEST + " characters");
        }
        if (name.codePoints().anyMatch(point -> Character.isISOControl(point) || isHalfAPair(point))) {
            throw new InvalidJobException("name", "must not have control characters or unpaired surrogates");
        }
        return name;
    }

    private static boolean isHalfAPair(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
