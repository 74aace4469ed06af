package dev.punctual.core;

/** A {@link JobHandler} throws it where no other attempt would help. */
public final class UnretriableException extends PunctualException {

    private static final long serialVersionUID = 1L;

    /**
     * @param reason becomes the job's {@code lastError}
     */
    public UnretriableException(String reason) {
        super(reason);
    }
}
