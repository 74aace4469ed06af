package dev.punctual.api;

import dev.punctual.core.InvalidJobException;

/** Why an attempt failed, in a client's words: one line that every log and screen can show. */
public final class ReasonText {

    /** How long a reason may be, in characters as Unicode counts them. */
    public static final int LONGEST = 512;

    private ReasonText() {}

    /**
     * Checks a reason.
     *
     * @return the reason
     * @throws InvalidJobException if it is empty or too long, or has control characters or half of a surrogate pair
     */
    public static String check(String reason) {
        return PlainText.check("reason", reason, LONGEST);
    }
}
