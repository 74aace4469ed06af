package dev.punctual.core;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Follows the fire log as it grows, over all instances. To be used by one thread; it blocks until Redis answers or the
 * command's time-out ends.
 *
 * <p>A position is what Redis calls the id of an entry. Every method but {@link #rest} may throw {@link
 * StoreUnavailableException} and {@link OutcomeUnknownException}.
 */
public interface FireTail {

    /** The position before the first entry of all. */
    String START = "0-0";

    /** What Redis takes for the id of an entry, as far as it can come up. */
    Pattern POSITION = Pattern.compile("[0-9]{1,15}-[0-9]{1,15}");

    /**
     * One entry of the log.
     *
     * @param position its place in the order of the log
     * @param fire the record, with the cause as far as it is settled
     */
    record Entry(String position, Fire fire) {}

    /**
     * Entries without a break between them.
     *
     * @param whole whether nothing was lost between the position that was asked for and the first of them
     * @param entries oldest first; may be empty
     * @param end where to go on: behind the last entry that was looked at, readable or not
     */
    record Stretch(boolean whole, List<Entry> entries, String end) {}

    /** Whether a text can be a position. */
    static boolean isPosition(String text) {
        return POSITION.matcher(text).matches();
    }

    /** Negative where the first position comes before the second, 0 where they are the same. */
    static int compare(String first, String second) {
        int millis = Long.compare(part(first, 0), part(second, 0));
        return millis != 0 ? millis : Long.compare(part(first, 1), part(second, 1));
    }

    private static long part(String position, int place) {
        return Long.parseLong(position.split("-", 2)[place]);
    }

    /** The position of the newest entry; {@link #START} where there is none. */
    String end();

    /**
     * What follows a position.
     *
     * @param position is not among the answer
     * @param limit at most so many entries
     * @param patience how long to wait for the first entry, at most a second; zero to look only
     */
    Stretch after(String position, int limit, Duration patience);

    /** Nobody follows for now: gives the connection back. Idempotent. */
    void rest();
}
