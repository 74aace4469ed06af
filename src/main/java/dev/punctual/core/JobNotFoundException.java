package dev.punctual.core;

/** No job of that id is known: it never was, or its record has passed the retention. */
public final class JobNotFoundException extends PunctualException {

    private static final long serialVersionUID = 1L;

    public JobNotFoundException(JobId id) {
        super("no job '" + id + "' is known");
    }
}
