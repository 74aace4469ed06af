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
        return PlainText.check("name", name, LONGEST);
    }
}
