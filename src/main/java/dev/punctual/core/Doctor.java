package dev.punctual.core;

/** Looks at how Redis is set up for jobs. Thread-safe. */
public interface Doctor {

    /** What was found lately; waits a bounded time and never throws. */
    Diagnosis diagnosis();
}
