package dev.punctual.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What clients can do with jobs. Thread-safe. Throws what {@link JobStore} throws.
 */
public final class JobService {

    private static final int CREATE_TRIES = 3;

    private final JobStore store;
    private final Queues queues;
    private final Supplier<JobId> ids;
    private final WakeUp wakeUp;
    private final Sightings sightings;
    private final Tracing tracing;

    /** Nobody traces it. */
    public JobService(JobStore store, Queues queues, Supplier<JobId> ids, WakeUp wakeUp, Sightings sightings) {
        this(store, queues, ids, wakeUp, sightings, Tracing.NONE);
    }

    /**
     * @param ids makes ids for jobs that bring none
     * @param wakeUp is told at once of a job that became the earliest, whatever becomes of the message through Redis
     * @param sightings tells what was seen here of a job's due key
     * @param tracing stores each job within a span
     */
    public JobService(
            JobStore store, Queues queues, Supplier<JobId> ids, WakeUp wakeUp, Sightings sightings, Tracing tracing) {
        this.tracing = tracing;
        this.store = store;
        this.queues = queues;
        this.ids = ids;
        this.wakeUp = wakeUp;
        this.sightings = sightings;
    }

    /**
     * @param job the job as it stands
     * @param created whether this call made it
     */
    public record Creation(Job job, boolean created) {}

    /** A fresh id, later ones sort later. */
    public JobId newId() {
        return ids.get();
    }

    /**
     * Whether a draft would be stored. Storing asks the same; whoever stores many asks before, so that one does not refuse
     * all.
     *
     * @throws InvalidJobException if its queue does not take it
     */
    public void admit(JobDraft draft) {
        Queue queue = queues.find(draft.queue())
                .orElseThrow(() -> new InvalidJobException(
                        "queue", "'" + draft.queue() + "' is not one of the configured queues"));
        JobUrlRules rules = JobUrlRules.NONE;
        if (queue.target() instanceof Target.Webhook webhook) {
            rules = webhook.jobUrls();
        }
        String url = draft.route().url();
        if (url != null) {
            rules.admit(url);
        }
    }

    /**
     * Stores a job once; the same content under the same id again answers with the job as it stands.
     *
     * @throws JobConflictException if the id is known with other content
     * @throws InvalidJobException if the queue is unknown and unknown queues are refused
     */
    public Creation create(JobDraft draft) {
        for (int tries = 0; tries < CREATE_TRIES; tries++) {
            Scheduled scheduled = join(createAll(List.of(draft))).get(0);
            if (scheduled.outcome() == Scheduled.Outcome.CONFLICT) {
                throw differs(scheduled);
            }
            if (scheduled.outcome() == Scheduled.Outcome.CREATED) {
                return new Creation(fresh(draft, scheduled), true);
            }
            Optional<Job> known = store.find(draft.id());
            if (known.isPresent()) {
                return new Creation(known.get(), false);
            }
            // It passed its retention between the two steps: the id is free again.
        }
        throw new OutcomeUnknownException("job '" + draft.id() + "' came and went; read it again", null);
    }

    /** Stores many; a draft that differs from what is known is answered with {@code CONFLICT}, and nothing is thrown. */
    public CompletionStage<List<Scheduled>> createAll(List<JobDraft> drafts) {
        return tracing.scheduling(drafts, traced -> {
            traced.forEach(this::admit);
            return store.schedule(traced).thenApply(this::wake);
        });
    }

    /**
     * Creates or replaces.
     *
     * @throws PreconditionFailedException if the precondition does not hold
     * @throws JobConflictException if the job is running
     */
    public Creation put(JobDraft draft, Precondition precondition) {
        admit(draft);
        Scheduled scheduled = tracing.scheduling(draft, traced -> store.put(traced, precondition));
        wake(List.of(scheduled));
        return switch (scheduled.outcome()) {
            case PRECONDITION_FAILED ->
                throw new PreconditionFailedException(draft.id(), "does not fit the precondition");
            case CONFLICT ->
                throw new JobConflictException(
                        draft.id(), scheduled.state(), "is " + scheduled.state().word());
            case CREATED -> new Creation(fresh(draft, scheduled), true);
            case REPLACED, EXISTS -> new Creation(get(draft.id()), false);
        };
    }

    /** Changes a waiting job; see {@link JobStore#patch}. */
    public Job patch(JobId id, JobPatch patch) {
        Job job = store.patch(id, patch);
        if (patch.due() != null) {
            wakeUp.earliest(job.dueAt());
        }
        return job;
    }

    /** Makes a waiting job due now; see {@link JobStore#fireNow}. */
    public Job fireNow(JobId id) {
        Job job = store.fireNow(id);
        wakeUp.earliest(job.dueAt());
        return job;
    }

    /** Lets a dead job wait again; see {@link JobStore#replay}. */
    public Job replay(JobId id) {
        Job job = store.replay(id);
        wakeUp.earliest(job.dueAt());
        return job;
    }

    /** Takes a waiting job back; see {@link JobStore#cancel}. */
    public void cancel(JobId id) {
        store.cancel(id);
    }

    /**
     * The job as it stands.
     *
     * @throws JobNotFoundException if it is not known
     */
    public Job get(JobId id) {
        return store.find(id).orElseThrow(() -> new JobNotFoundException(id));
    }

    /**
     * The job as it stands; its timeline says as well what this instance saw of its due key.
     *
     * @throws JobNotFoundException if it is not known
     */
    public Job life(JobId id) {
        return sightings.onto(get(id));
    }

    /** A page of jobs in the order of due times. */
    public Page<Job> list(JobQuery query) {
        return store.list(query);
    }

    /**
     * Why a known id was not taken.
     */
    public static JobConflictException differs(Scheduled scheduled) {
        return new JobConflictException(
                scheduled.id(),
                scheduled.state(),
                "is known with other content and is " + scheduled.state().word() + "; PUT starts a new life");
    }

    /** A job that has just begun is known without reading it. */
    private static Job fresh(JobDraft draft, Scheduled scheduled) {
        Duration delay = draft.due() instanceof Due.After after ? after.delay() : null;
        Instant created = scheduled.createdAt();
        long generation = scheduled.generation().value();
        TimelineEvent begun = new TimelineEvent("scheduled", created, generation, 0, null, null, null, null);
        return new Job(
                new Job.Content(
                        draft.id(),
                        draft.queue(),
                        draft.name(),
                        delay,
                        draft.payload(),
                        draft.retry(),
                        draft.deadline(),
                        draft.route()),
                JobState.SCHEDULED,
                scheduled.dueAt(),
                created,
                created,
                scheduled.generation(),
                new Job.History(0, null, null, List.of(begun)));
    }

    private List<Scheduled> wake(List<Scheduled> scheduled) {
        for (Scheduled one : scheduled) {
            if (one.earliest()) {
                wakeUp.earliest(one.dueAt());
            }
        }
        return scheduled;
    }

    private static <T> T join(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
