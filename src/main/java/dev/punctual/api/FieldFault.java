package dev.punctual.api;

/**
 * What is wrong with one field of a request.
 *
 * @param field the field's path as the client wrote it, {@code retry.maxAttempts}
 * @param message what is allowed
 */
public record FieldFault(String field, String message) {

    private static final int LONGEST_FIELD = 64;

    /** A name that a client made up is shown in part only. */
    public FieldFault {
        if (field.length() > LONGEST_FIELD) {
            field = field.substring(0, LONGEST_FIELD) + "…";
        }
    }
}
