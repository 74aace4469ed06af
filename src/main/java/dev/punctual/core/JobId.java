package dev.punctual.core;

/**
 * The name of a job: 1 to 128 of {@code A-Z a-z 0-9 . _ ~ : -}, chosen by the client or generated.
 *
 * @param value the id as it stands in keys, URLs and answers
 */
public record JobId(String value) implements Comparable<JobId> {

    /** What an id may look like; the same characters are safe in a URL path and in a Redis key. */
    public static final String ALLOWED = "1 to 128 of A-Z a-z 0-9 . _ ~ : -";

    private static final int MAX_LENGTH = 128;

    /**
     * @throws InvalidJobException if the value is not {@link #ALLOWED}, or is {@code .} or {@code ..}, which every URL
     *     parser takes out of a path
     */
    public JobId {
        if (!isValid(value)) {
            throw new InvalidJobException("id", "must be " + ALLOWED + ", and neither '.' nor '..'");
        }
    }

    /** Whether a text could be a job id. */
    public static boolean isValid(String value) {
        return NameText.isOf(value, MAX_LENGTH);
    }

    @Override
    public int compareTo(JobId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
