package dev.punctual.core;

/** The job is in a state that does not allow what was asked; nothing was changed. */
public final class JobConflictException extends PunctualException {

    private static final long serialVersionUID = 1L;

    private final JobState state;

    public JobConflictException(JobId id, JobState state, String message) {
        super("job '" + id + "' " + message);
        this.state = state;
    }

    /** The state that the job is in. */
    public JobState state() {
        return state;
    }
}
