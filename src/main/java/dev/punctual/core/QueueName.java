package dev.punctual.core;

/**
 * The name of a queue: 1 to 64 of {@code A-Z a-z 0-9 . _ ~ : -}.
 *
 * @param value the name as it stands in configuration, answers and metrics
 */
public record QueueName(String value) {

    /** What a queue's name may look like. */
    public static final String ALLOWED = "1 to 64 of A-Z a-z 0-9 . _ ~ : -";

    private static final int MAX_LENGTH = 64;

    /** The queue of a job that names none. */
    public static final QueueName DEFAULT = new QueueName("default");

    /**
     * @throws InvalidJobException if the value is not {@link #ALLOWED}, or is {@code .} or {@code ..}
     */
    public QueueName {
        if (!NameText.isOf(value, MAX_LENGTH)) {
            throw new InvalidJobException("queue", "must be " + ALLOWED + ", and neither '.' nor '..'");
        }
    }

    /** Whether a text is {@link #ALLOWED}. */
    public static boolean isValid(String value) {
        return NameText.isOf(value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
