package dev.punctual.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Keeps jobs: the port of those who schedule, change and look at them. Every change is one atomic step over record,
 * schedule and due key. Thread-safe.
 *
 * <p>Every method may throw {@link StoreUnavailableException} (nothing was changed, nothing will be) and {@link
 * OutcomeUnknownException} (no answer in time); stages complete exceptionally with the same.
 */
public interface JobStore {

    /**
     * Stores new jobs in the order of the list. An id that is known with the same content is left as it is. Idempotent.
     *
     * @param drafts at most {@link #MAX_BATCH}
     * @return one answer per draft, in the same order; the stage may complete on a thread that must not block
     */
    CompletionStage<List<Scheduled>> schedule(List<JobDraft> drafts);

    /** As many drafts as one call takes. */
    int MAX_BATCH = 256;

    /**
     * Stores a job whether its id is known or not; a known one begins a new generation.
     *
     * @param draft the job
     * @param precondition what must hold
     */
    Scheduled put(JobDraft draft, Precondition precondition);

    /**
     * Changes a waiting job and begins a new generation.
     *
     * @param id the job
     * @param patch the changes; one that changes nothing still begins a new generation
     * @return the job after the change
     * @throws JobNotFoundException if no such job is known
     * @throws JobConflictException if it does not wait
     */
    Job patch(JobId id, JobPatch patch);

    /**
     * Makes a waiting job due now.
     *
     * @param id the job
     * @return the job after the change
     * @throws JobNotFoundException if no such job is known
     * @throws JobConflictException if it does not wait
     */
    Job fireNow(JobId id);

    /**
     * Takes a waiting job off the schedule: after this returns it will not start. A job that is cancelled already stays
     * so; that counts as success.
     *
     * @param id the job
     * @throws JobNotFoundException if no such job is known
     * @throws JobConflictException if it is too late
     */
    void cancel(JobId id);

    /**
     * Lets a dead job wait again: due now, attempts reset, in a new generation.
     *
     * @param id the job
     * @return the job after the change
     * @throws JobNotFoundException if no such job is known
     * @throws JobConflictException if it is not dead, or dead because its record could not be read
     */
    Job replay(JobId id);

    /** The job as it stands; empty where it is not known. */
    Optional<Job> find(JobId id);

    /**
     * A page in the order of due times.
     *
     * @throws InvalidJobException for field {@code cursor} if the cursor is not one of ours
     */
    Page<Job> list(JobQuery query);
}
