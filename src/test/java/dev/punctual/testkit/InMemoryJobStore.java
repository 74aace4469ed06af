package dev.punctual.testkit;

import dev.punctual.core.Change;
import dev.punctual.core.DeadJobs;
import dev.punctual.core.Delivery;
import dev.punctual.core.Due;
import dev.punctual.core.Generation;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.Job;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobState;
import dev.punctual.core.JobStore;
import dev.punctual.core.Page;
import dev.punctual.core.Precondition;
import dev.punctual.core.Scheduled;
import dev.punctual.core.Scheduled.Outcome;
import dev.punctual.core.SystemClock;
import dev.punctual.core.TimelineEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps jobs in a map, under the rules of {@code JobStoreContract}. Thread-safe; nothing in it ever fires by itself. */
public final class InMemoryJobStore implements JobStore, DeadJobs {

    /** A job and what it was asked for by. */
    private record Entry(JobDraft draft, Job job) {}

    private final Map<JobId, Entry> entries = new HashMap<>();
    private final Supplier<Instant> clock;

    /** By this machine's clock. */
    public InMemoryJobStore() {
        this(() -> Instant.ofEpochMilli(SystemClock.millis()));
    }

    /** @param clock what stands for Redis's clock */
    public InMemoryJobStore(Supplier<Instant> clock) {
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<List<Scheduled>> schedule(List<JobDraft> drafts) {
        if (drafts.size() > MAX_BATCH) {
            throw new IllegalArgumentException("at most " + MAX_BATCH + " drafts, not " + drafts.size());
        }
        return CompletableFuture.completedFuture(
                drafts.stream().map(this::schedule).toList());
    }

    private Scheduled schedule(JobDraft draft) {
        Entry known = entries.get(draft.id());
        if (known == null) {
            return begin(draft, Outcome.CREATED, new Generation(1));
        }
        return answer(
                known.job(), content(known.draft()).equals(content(draft)) ? Outcome.EXISTS : Outcome.CONFLICT, false);
    }

    /** What two drafts must have in common: the trace that a job came with is no part of it. */
    private static JobDraft content(JobDraft draft) {
        return new JobDraft(
                draft.id(),
                draft.queue(),
                draft.name(),
                draft.due(),
                draft.payload(),
                draft.retry(),
                draft.deadline(),
                new Delivery.Route(draft.route().url(), null));
    }

    @Override
    public synchronized Scheduled put(JobDraft draft, Precondition precondition) {
        Entry known = entries.get(draft.id());
        if (!holds(precondition, known)) {
            return known == null ? unknown(draft) : answer(known.job(), Outcome.PRECONDITION_FAILED, false);
        }
        if (known == null) {
            return begin(draft, Outcome.CREATED, new Generation(1));
        }
        Job job = known.job();
        return switch (job.state()) {
            case RUNNING -> answer(job, Outcome.CONFLICT, false);
            case SCHEDULED -> begin(draft, Outcome.REPLACED, next(job));
            case DELIVERED, DEAD, CANCELLED -> begin(draft, Outcome.CREATED, next(job));
        };
    }

    private static boolean holds(Precondition precondition, @Nullable Entry known) {
        if (precondition instanceof Precondition.GenerationIs is) {
            return known != null && known.job().generation().equals(is.generation());
        }
        return precondition instanceof Precondition.None || known == null;
    }

    private Scheduled begin(JobDraft draft, Outcome outcome, Generation generation) {
        Instant now = clock.get();
        Entry known = entries.get(draft.id());
        boolean replaces = outcome == Outcome.REPLACED && known != null;
        List<TimelineEvent> timeline =
                new ArrayList<>(replaces ? known.job().history().timeline() : List.of());
        timeline.add(event(replaces ? "replaced" : "scheduled", now, generation));
        Job job = new Job(
                new Job.Content(
                        draft.id(),
                        draft.queue(),
                        draft.name(),
                        delay(draft.due()),
                        draft.payload(),
                        draft.retry(),
                        draft.deadline(),
                        draft.route()),
                JobState.SCHEDULED,
                dueAt(draft.due(), now),
                replaces ? known.job().createdAt() : now,
                now,
                generation,
                new Job.History(0, null, null, List.copyOf(timeline)));
        boolean earliest = entries.values().stream()
                .map(Entry::job)
                .filter(other ->
                        other.state() == JobState.SCHEDULED && !other.id().equals(draft.id()))
                .allMatch(other -> job.dueAt().isBefore(other.dueAt()));
        entries.put(draft.id(), new Entry(draft, job));
        return answer(job, outcome, earliest);
    }

    @Override
    public synchronized Job patch(JobId id, JobPatch patch) {
        Entry known = waiting(id);
        Job job = known.job();
        Job.Content old = job.content();
        Due due = patch.due();
        Instant now = clock.get();
        Job.Content content = new Job.Content(
                id,
                old.queue(),
                changed(patch.name(), old.name()),
                due == null ? old.delay() : delay(due),
                changed(patch.payload(), old.payload()),
                changed(patch.retry(), old.retry()),
                old.deadline(),
                old.route());
        return change(known, content, JobState.SCHEDULED, due == null ? job.dueAt() : dueAt(due, now), "rescheduled");
    }

    @Override
    public synchronized Job fireNow(JobId id) {
        Entry known = waiting(id);
        Instant now = clock.get();
        Instant dueAt = known.job().dueAt().isBefore(now) ? known.job().dueAt() : now;
        return change(known, known.job().content(), JobState.SCHEDULED, dueAt, "fire_requested");
    }

    @Override
    public synchronized Job replay(JobId id) {
        Entry known = known(id);
        if (known.job().state() != JobState.DEAD) {
            throw new JobConflictException(
                    id, known.job().state(), "is " + known.job().state().word());
        }
        return change(known, known.job().content(), JobState.SCHEDULED, clock.get(), "replayed");
    }

    @Override
    public synchronized void cancel(JobId id) {
        Entry known = known(id);
        if (known.job().state() != JobState.CANCELLED) {
            waiting(id);
            change(known, known.job().content(), JobState.CANCELLED, known.job().dueAt(), "cancelled");
        }
    }

    @Override
    public synchronized Page<Job> list(DeadJobs.Query query) {
        return new Page<>(dead(query), null);
    }

    @Override
    public synchronized Step replay(DeadJobs.Query query) {
        List<JobId> ids = dead(query).stream().map(Job::id).toList();
        ids.forEach(this::replay);
        return new Step(ids, null);
    }

    @Override
    public synchronized Step remove(DeadJobs.Query query) {
        List<JobId> ids = dead(query).stream().map(Job::id).toList();
        ids.forEach(entries::remove);
        return new Step(ids, null);
    }

    @Override
    public synchronized void remove(JobId id) {
        JobState state = known(id).job().state();
        if (state != JobState.DEAD) {
            throw new JobConflictException(id, state, "is " + state.word());
        }
        entries.remove(id);
    }

    /** None has a reason here. */
    private List<Job> dead(DeadJobs.Query query) {
        if (query.cursor() != null) {
            throw new InvalidJobException("cursor", "must be one that a list answered with");
        }
        return entries.values().stream()
                .map(Entry::job)
                .filter(job -> job.state() == JobState.DEAD && query.reason() == null)
                .filter(job -> query.queue() == null
                        || query.queue().equals(job.content().queue()))
                .sorted(Comparator.comparing(Job::updatedAt).thenComparing(Job::id))
                .limit(query.limit())
                .toList();
    }

    /** Lets the job be in a state that only a fire can bring about. */
    public synchronized void move(JobId id, JobState state) {
        Entry known = known(id);
        change(known, known.job().content(), state, known.job().dueAt(), state.word());
    }

    @Override
    public synchronized Optional<Job> find(JobId id) {
        return Optional.ofNullable(entries.get(id)).map(Entry::job);
    }

    @Override
    public synchronized Page<Job> list(JobQuery query) {
        List<Job> found = entries.values().stream()
                .map(Entry::job)
                .filter(job -> query.state() == null || query.state() == job.state())
                .filter(job -> query.queue() == null
                        || query.queue().equals(job.content().queue()))
                .filter(job -> query.name() == null
                        || query.name().equals(job.content().name()))
                .sorted(Comparator.comparing(Job::dueAt).thenComparing(Job::id))
                .toList();
        int from = from(found, query.cursor());
        int to = Math.min(found.size(), from + query.limit());
        return new Page<>(found.subList(from, to), to < found.size() ? cursor(found.get(to - 1)) : null);
    }

    private static int from(List<Job> found, @Nullable String cursor) {
        if (cursor == null) {
            return 0;
        }
        if (!cursor.matches("-?[0-9]{1,15}@.+")) {
            throw new InvalidJobException("cursor", "must be one that a list answered with");
        }
        long dueAtMillis = Long.parseLong(cursor.substring(0, cursor.indexOf('@')));
        String id = cursor.substring(cursor.indexOf('@') + 1);
        int from = 0;
        while (from < found.size()
                && (found.get(from).dueAt().toEpochMilli() < dueAtMillis
                        || (found.get(from).dueAt().toEpochMilli() == dueAtMillis
                                && found.get(from).id().value().compareTo(id) <= 0))) {
            from++;
        }
        return from;
    }

    private static String cursor(Job last) {
        return last.dueAt().toEpochMilli() + "@" + last.id();
    }

    private Job change(Entry known, Job.Content content, JobState state, Instant dueAt, String event) {
        Job job = known.job();
        Instant now = clock.get();
        Generation generation = next(job);
        List<TimelineEvent> timeline = new ArrayList<>(job.history().timeline());
        timeline.add(event(event, now, generation));
        Job changed = new Job(
                content,
                state,
                dueAt,
                job.createdAt(),
                now,
                generation,
                new Job.History(
                        job.history().attempts(),
                        job.history().lastFire(),
                        job.history().lastError(),
                        List.copyOf(timeline)));
        entries.put(job.id(), new Entry(known.draft(), changed));
        return changed;
    }

    private Entry known(JobId id) {
        Entry known = entries.get(id);
        if (known == null) {
            throw new JobNotFoundException(id);
        }
        return known;
    }

    private Entry waiting(JobId id) {
        Entry known = known(id);
        JobState state = known.job().state();
        if (state != JobState.SCHEDULED) {
            throw new JobConflictException(id, state, "is " + state.word());
        }
        return known;
    }

    private static Scheduled answer(Job job, Outcome outcome, boolean earliest) {
        return new Scheduled(job.id(), outcome, job.state(), job.dueAt(), job.createdAt(), job.generation(), earliest);
    }

    private Scheduled unknown(JobDraft draft) {
        Instant now = clock.get();
        return new Scheduled(
                draft.id(), Outcome.PRECONDITION_FAILED, JobState.SCHEDULED, now, now, new Generation(1), false);
    }

    private static Generation next(Job job) {
        return new Generation(job.generation().value() + 1);
    }

    private static TimelineEvent event(String event, Instant at, Generation generation) {
        return new TimelineEvent(event, at, generation.value(), 0, null, null, null, null);
    }

    private static <T> @Nullable T changed(Change<T> change, @Nullable T old) {
        return change.present() ? change.value() : old;
    }

    private static @Nullable Duration delay(Due due) {
        return due instanceof Due.After after ? after.delay() : null;
    }

    private static Instant dueAt(Due due, Instant now) {
        if (due instanceof Due.After after) {
            return now.plus(after.delay());
        }
        Instant instant = ((Due.At) due).instant();
        return instant.isBefore(now) ? now : instant;
    }
}
