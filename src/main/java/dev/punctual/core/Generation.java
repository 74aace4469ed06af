package dev.punctual.core;

/**
 * Counts the changes of a job's life; it rises with every replacement and reschedule, so that the notification of an
 * earlier due key can never claim a later one.
 *
 * @param value from 1
 */
public record Generation(long value) {

    public Generation {
        if (value < 1) {
            throw new IllegalArgumentException("generation must be 1 or more, not " + value);
        }
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
