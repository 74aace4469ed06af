package dev.punctual.core;

/** A field of a request that cannot be taken; nothing was changed. */
public final class InvalidJobException extends PunctualException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /**
     * @param field the field's name as the client knows it
     * @param message what is allowed
     */
    public InvalidJobException(String field, String message) {
        super(field + ": " + message);
        this.field = field;
        this.reason = message;
    }

    private final String reason;

    public String field() {
        return field;
    }

    /** What is allowed, without the field's name. */
    public String reason() {
        return reason;
    }
}
