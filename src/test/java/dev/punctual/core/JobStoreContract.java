package dev.punctual.core;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.Scheduled.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link JobStore} does. A class per store derives from it; each test needs a store without jobs, on which no
 * engine works.
 */
public abstract class JobStoreContract {

    private static final Duration LONG = Duration.ofHours(1);
    private static final JobPatch NOTHING = new JobPatch(null, Change.none(), Change.none(), Change.none());

    /** The same store throughout one test; empty at its start. */
    protected abstract JobStore store();

    /** Lets a waiting job be fired and handed to its target, as an engine would. */
    protected abstract void deliver(JobId id);

    /** Lets a waiting job die, as an engine would after its last attempt. */
    protected abstract void die(JobId id);

    @Test
    void keepsAJobAsItWasSent() {
        JobDraft draft = new JobDraft(
                id("whole"),
                new QueueName("mail"),
                "größer 🎉",
                new Due.After(Duration.ofMillis(90_000)),
                " {\"b\" :1e-1000000000,\"a\":[\"\\u0000\\ud83d\", 1.0, 😀] , \"b\":2}".replace("😀", "\"😀\""),
                new RetryPolicy(7, new Backoff(Backoff.Type.FIXED, Duration.ofSeconds(3), Duration.ofHours(2), 0.5)),
                Duration.ofMinutes(5));

        assertThat(schedule(draft).outcome()).isEqualTo(Outcome.CREATED);

        Job job = found("whole");
        assertThat(job.content())
                .isEqualTo(new Job.Content(
                        draft.id(),
                        draft.queue(),
                        draft.name(),
                        Duration.ofMillis(90_000),
                        draft.payload(),
                        draft.retry(),
                        draft.deadline()));
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.generation()).isEqualTo(new Generation(1));
        assertThat(job.history().attempts()).isZero();
        assertThat(job.history().lastFire()).isNull();
        assertThat(job.history().lastError()).isNull();
        assertThat(job.history().timeline()).extracting(TimelineEvent::event).containsExactly("scheduled");
    }

    @Test
    void keepsWhatWasNotSentApartFromWhatWasSentAsNull() {
        schedule(draft("none"));
        schedule(with(draft("null"), "null"));

        assertThat(found("none").content().payload()).isNull();
        assertThat(found("none").content().name()).isNull();
        assertThat(found("none").content().retry()).isNull();
        assertThat(found("none").content().deadline()).isNull();
        assertThat(found("null").content().payload()).isEqualTo("null");
    }

    @Test
    void countsADelayFromTheMomentOfStoring() {
        Scheduled scheduled = schedule(draft("delayed"));

        Job job = found("delayed");
        assertThat(Duration.between(job.createdAt(), job.dueAt())).isEqualTo(LONG);
        assertThat(scheduled.dueAt()).isEqualTo(job.dueAt());
        assertThat(scheduled.createdAt()).isEqualTo(job.createdAt());
        assertThat(job.updatedAt()).isEqualTo(job.createdAt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2100-01-01T00:00:00.001Z", "2286-11-20T17:46:40.000Z", "9999-12-31T23:59:59.999Z"})
    void keepsAnInstantToTheMillisecond(String instant) {
        schedule(at("instant", Instant.parse(instant)));

        assertThat(found("instant").dueAt()).isEqualTo(Instant.parse(instant));
        assertThat(found("instant").content().delay()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "2020-02-29T23:59:59.999Z"})
    void makesAPastInstantDueAtTheMomentOfStoring(String instant) {
        schedule(at("past", Instant.parse(instant)));

        assertThat(found("past").dueAt()).isEqualTo(found("past").createdAt());
        assertThat(found("past").content().delay()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:b", "x:y:", "~", "...", "-", "_0", "job", "due:1:a", "0", "A.b~c"})
    void tellsIdsApartWhateverTheyLookLike(String id) {
        schedule(draft("x"));
        schedule(with(draft(id), "\"" + id + "\""));

        assertThat(found(id).content().payload()).isEqualTo("\"" + id + "\"");
        store().cancel(id(id));
        assertThat(found(id).state()).isEqualTo(JobState.CANCELLED);
        assertThat(found("x").state()).isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void takesTheLongestIdAndQueue() {
        JobDraft draft = new JobDraft(
                id("i".repeat(128)), new QueueName("q".repeat(64)), null, new Due.After(LONG), null, null, null);

        schedule(draft);

        assertThat(found("i".repeat(128)).content().queue()).isEqualTo(draft.queue());
    }

    @Test
    void knowsNothingOfAnIdThatWasNeverStored() {
        assertThat(store().find(id("never"))).isEmpty();
    }

    @Test
    void leavesAJobAsItIsWhenTheSameIsSentAgain() {
        Scheduled first = schedule(with(draft("same"), "{}"));

        Scheduled second = schedule(with(draft("same"), "{}"));

        assertThat(second.outcome()).isEqualTo(Outcome.EXISTS);
        assertThat(second.earliest()).isFalse();
        assertThat(second.dueAt()).isEqualTo(first.dueAt());
        assertThat(second.generation()).isEqualTo(first.generation());
        assertThat(found("same").history().timeline()).hasSize(1);
    }

    @Test
    void refusesAKnownIdWithOtherContent() {
        schedule(with(draft("other"), "{\"a\":1}"));

        for (JobDraft other : List.of(
                with(draft("other"), "{\"a\": 1}"),
                draft("other"),
                with(at("other", Instant.parse("2100-01-01T00:00:00Z")), "{\"a\":1}"),
                inQueue(with(draft("other"), "{\"a\":1}"), "another"),
                named(with(draft("other"), "{\"a\":1}"), "named"))) {
            Scheduled refused = schedule(other);
            assertThat(refused.outcome()).isEqualTo(Outcome.CONFLICT);
            assertThat(refused.state()).isEqualTo(JobState.SCHEDULED);
        }
        assertThat(found("other").content().payload()).isEqualTo("{\"a\":1}");
        assertThat(found("other").generation()).isEqualTo(new Generation(1));
    }

    @Test
    void answersASecondSendingWithTheStateThatTheJobIsIn() {
        schedule(draft("cancelled"));
        store().cancel(id("cancelled"));
        schedule(draft("delivered"));
        deliver(id("delivered"));

        assertThat(schedule(draft("cancelled")).outcome()).isEqualTo(Outcome.EXISTS);
        assertThat(schedule(draft("cancelled")).state()).isEqualTo(JobState.CANCELLED);
        assertThat(schedule(draft("delivered")).outcome()).isEqualTo(Outcome.EXISTS);
        assertThat(schedule(with(draft("delivered"), "1")).state()).isEqualTo(JobState.DELIVERED);
        assertThat(schedule(with(draft("delivered"), "1")).outcome()).isEqualTo(Outcome.CONFLICT);
    }

    @Test
    void answersABatchInItsOrder() {
        schedule(with(draft("b-3"), "3"));
        List<JobDraft> drafts = IntStream.range(0, JobStore.MAX_BATCH)
                .mapToObj(i -> draft("b-" + i))
                .toList();

        List<Scheduled> answers = join(drafts);

        assertThat(answers)
                .extracting(Scheduled::id)
                .containsExactlyElementsOf(drafts.stream().map(JobDraft::id).toList());
        assertThat(answers.get(3).outcome()).isEqualTo(Outcome.CONFLICT);
        assertThat(answers).filteredOn(one -> one.outcome() == Outcome.CREATED).hasSize(JobStore.MAX_BATCH - 1);
    }

    @Test
    void seesTheFirstOfTwoWithOneIdInABatch() {
        List<Scheduled> answers = join(List.of(draft("twice"), draft("twice"), with(draft("twice"), "1")));

        assertThat(answers)
                .extracting(Scheduled::outcome)
                .containsExactly(Outcome.CREATED, Outcome.EXISTS, Outcome.CONFLICT);
    }

    @Test
    void answersAnEmptyBatchWithNothing() {
        assertThat(join(List.of())).isEmpty();
    }

    @Test
    void storesOneJobWhenManySendItAtOnce() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            Callable<Outcome> one = () -> schedule(with(draft("raced"), "[1]")).outcome();
            List<Future<Outcome>> answers = callers.invokeAll(Collections.nCopies(50, one));
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> answer : answers) {
                outcomes.add(answer.get(10, SECONDS));
            }
            assertThat(outcomes).containsOnlyOnce(Outcome.CREATED);
            assertThat(outcomes).filteredOn(Outcome.EXISTS::equals).hasSize(49);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void tellsWhichJobBecameTheEarliest() {
        assertThat(schedule(after("middle", Duration.ofHours(2))).earliest()).isTrue();
        assertThat(schedule(after("late", Duration.ofHours(3))).earliest()).isFalse();
        assertThat(schedule(after("early", Duration.ofHours(1))).earliest()).isTrue();
    }

    @Test
    void putsAJobThatIsNotKnown() {
        Scheduled put = store().put(draft("new"), new Precondition.None());

        assertThat(put.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(found("new").generation()).isEqualTo(new Generation(1));
    }

    @Test
    void replacesAWaitingJobInANewGeneration() {
        schedule(with(draft("replaced"), "1"));

        JobDraft other = inQueue(with(at("replaced", Instant.parse("2100-01-01T00:00:00Z")), "2"), "elsewhere");
        Scheduled put = store().put(other, new Precondition.None());

        assertThat(put.outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(put.generation()).isEqualTo(new Generation(2));
        Job job = found("replaced");
        assertThat(job.generation()).isEqualTo(new Generation(2));
        assertThat(job.content().payload()).isEqualTo("2");
        assertThat(job.content().queue()).isEqualTo(new QueueName("elsewhere"));
        assertThat(job.content().delay()).isNull();
        assertThat(job.dueAt()).isEqualTo(Instant.parse("2100-01-01T00:00:00Z"));
    }

    @Test
    void beginsANewLifeWhenAFinishedJobIsPut() {
        schedule(draft("cancelled"));
        store().cancel(id("cancelled"));
        schedule(draft("delivered"));
        deliver(id("delivered"));

        for (String id : List.of("cancelled", "delivered")) {
            Generation before = found(id).generation();
            assertThat(store().put(draft(id), new Precondition.None()).outcome())
                    .isEqualTo(Outcome.CREATED);
            assertThat(found(id).state()).isEqualTo(JobState.SCHEDULED);
            assertThat(found(id).generation().value()).isGreaterThan(before.value());
            assertThat(found(id).history().attempts()).isZero();
        }
    }

    @Test
    void putsOnlyWhatIsAbsentWhereThatIsAskedFor() {
        assertThat(store().put(draft("absent"), new Precondition.Absent()).outcome())
                .isEqualTo(Outcome.CREATED);
        assertThat(store().put(with(draft("absent"), "1"), new Precondition.Absent())
                        .outcome())
                .isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(found("absent").content().payload()).isNull();
        assertThat(found("absent").generation()).isEqualTo(new Generation(1));
    }

    @Test
    void putsOnlyOverTheGenerationThatIsAskedFor() {
        Precondition first = new Precondition.GenerationIs(new Generation(1));

        assertThat(store().put(draft("fits"), first).outcome()).isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(store().find(id("fits"))).isEmpty();
        schedule(draft("fits"));
        assertThat(store().put(with(draft("fits"), "1"), first).outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(store().put(with(draft("fits"), "2"), first).outcome()).isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(found("fits").content().payload()).isEqualTo("1");
    }

    @Test
    void patchesTheFieldsThatAreNamedAndNoOther() {
        schedule(named(with(draft("patched"), "1"), "first"));
        Instant dueAt = found("patched").dueAt();
        RetryPolicy retry = new RetryPolicy(2, Backoff.DEFAULT);

        Job job =
                store().patch(id("patched"), new JobPatch(null, Change.to("second"), Change.none(), Change.to(retry)));

        assertThat(job).isEqualTo(found("patched"));
        assertThat(job.content().name()).isEqualTo("second");
        assertThat(job.content().payload()).isEqualTo("1");
        assertThat(job.content().retry()).isEqualTo(retry);
        assertThat(job.content().delay()).isEqualTo(LONG);
        assertThat(job.dueAt()).isEqualTo(dueAt);
        assertThat(job.generation()).isEqualTo(new Generation(2));
    }

    @Test
    void patchesFieldsAway() {
        schedule(named(with(draft("emptied"), "1"), "first"));

        Job job = store().patch(id("emptied"), new JobPatch(null, Change.to(null), Change.to(null), Change.to(null)));

        assertThat(job.content().name()).isNull();
        assertThat(job.content().payload()).isNull();
        assertThat(job.content().retry()).isNull();
    }

    @Test
    void patchesTheDueTime() {
        schedule(draft("moved"));
        Instant instant = Instant.parse("2100-01-01T00:00:00.123Z");

        Job at = store().patch(
                        id("moved"), new JobPatch(new Due.At(instant), Change.none(), Change.none(), Change.none()));
        Job after = store().patch(
                        id("moved"),
                        new JobPatch(new Due.After(Duration.ofDays(2)), Change.none(), Change.none(), Change.none()));

        assertThat(at.dueAt()).isEqualTo(instant);
        assertThat(at.content().delay()).isNull();
        assertThat(after.content().delay()).isEqualTo(Duration.ofDays(2));
        assertThat(Duration.between(after.updatedAt(), after.dueAt())).isEqualTo(Duration.ofDays(2));
        assertThat(after.generation()).isEqualTo(new Generation(3));
    }

    @Test
    void beginsANewGenerationEvenIfAPatchChangesNothing() {
        schedule(draft("unchanged"));

        assertThat(store().patch(id("unchanged"), NOTHING).generation()).isEqualTo(new Generation(2));
    }

    @Test
    void makesAWaitingJobDueNow() {
        schedule(draft("now"));
        Instant before = found("now").createdAt();

        Job job = store().fireNow(id("now"));

        assertThat(job.dueAt()).isBetween(before, before.plusSeconds(30));
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.content().delay()).isEqualTo(LONG);
        assertThat(found("now").dueAt()).isEqualTo(job.dueAt());
    }

    @Test
    void leavesTheDueTimeOfAJobThatIsOverdueWhenItIsToFireNow() {
        schedule(at("overdue", Instant.parse("2020-01-01T00:00:00Z")));
        Instant dueAt = found("overdue").dueAt();

        assertThat(store().fireNow(id("overdue")).dueAt()).isEqualTo(dueAt);
    }

    @Test
    void cancelsAWaitingJobOnceAndForAll() {
        schedule(draft("cancelled"));

        store().cancel(id("cancelled"));
        store().cancel(id("cancelled"));

        assertThat(found("cancelled").state()).isEqualTo(JobState.CANCELLED);
        assertThat(found("cancelled").history().timeline())
                .extracting(TimelineEvent::event)
                .containsExactly("scheduled", "cancelled");
    }

    @Test
    void changesNothingThatIsDelivered() {
        schedule(draft("done"));
        deliver(id("done"));
        Job job = found("done");

        conflict(JobState.DELIVERED, () -> store().cancel(id("done")));
        conflict(JobState.DELIVERED, () -> store().patch(id("done"), NOTHING));
        conflict(JobState.DELIVERED, () -> store().fireNow(id("done")));
        assertThat(found("done")).isEqualTo(job);
    }

    @Test
    void changesNothingThatIsCancelled() {
        schedule(draft("gone"));
        store().cancel(id("gone"));

        conflict(JobState.CANCELLED, () -> store().patch(id("gone"), NOTHING));
        conflict(JobState.CANCELLED, () -> store().fireNow(id("gone")));
    }

    @Test
    void letsADeadJobWaitAgainInANewGeneration() {
        schedule(draft("dead"));
        die(id("dead"));
        Generation before = found("dead").generation();
        conflict(JobState.DEAD, () -> store().patch(id("dead"), NOTHING));

        Job replayed = store().replay(id("dead"));

        assertThat(replayed).isEqualTo(found("dead"));
        assertThat(replayed.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(replayed.generation().value()).isGreaterThan(before.value());
        assertThat(replayed.history().attempts()).isZero();
        assertThat(replayed.dueAt()).isEqualTo(replayed.updatedAt());
        assertThat(replayed.history().timeline()).last().satisfies(event -> assertThat(event.event())
                .isEqualTo("replayed"));
    }

    @Test
    void replaysOnlyWhatIsDead() {
        schedule(draft("waiting"));
        schedule(draft("done"));
        deliver(id("done"));

        conflict(JobState.SCHEDULED, () -> store().replay(id("waiting")));
        conflict(JobState.DELIVERED, () -> store().replay(id("done")));
        assertThatExceptionOfType(JobNotFoundException.class).isThrownBy(() -> store().replay(id("nobody")));
    }

    @Test
    void keepsWhereAJobWantsToGoAndInWhichTrace() {
        JobDraft plain = draft("routed");
        Delivery.Route route = new Delivery.Route("https://hooks.example/a?b=c", "00-aa-bb-01");
        JobDraft routed = new JobDraft(plain.id(), plain.queue(), null, plain.due(), "1", null, null, route);

        schedule(routed);

        assertThat(found("routed").content().route()).isEqualTo(route);
        assertThat(schedule(routed).outcome()).isEqualTo(Outcome.EXISTS);
        assertThat(schedule(with(plain, "1")).outcome()).isEqualTo(Outcome.CONFLICT);
    }

    @Test
    void changesNothingThatIsNotKnown() {
        assertThatExceptionOfType(JobNotFoundException.class).isThrownBy(() -> store().cancel(id("nobody")));
        assertThatExceptionOfType(JobNotFoundException.class).isThrownBy(() -> store().patch(id("nobody"), NOTHING));
        assertThatExceptionOfType(JobNotFoundException.class).isThrownBy(() -> store().fireNow(id("nobody")));
        assertThat(store().find(id("nobody"))).isEmpty();
    }

    @Test
    void listsJobsInTheOrderOfTheirDueTimesPageByPage() {
        for (int i = 0; i < 25; i++) {
            schedule(after("l-" + i, Duration.ofHours(1 + (i * 7) % 5)));
        }

        List<Job> listed = all(new JobQuery(null, null, null, 4, null));

        assertThat(listed).extracting(Job::id).doesNotHaveDuplicates().hasSize(25);
        assertThat(listed).extracting(Job::dueAt).isSorted();
    }

    @Test
    void listsOnlyWhatIsAskedFor() {
        schedule(inQueue(named(draft("a"), "x"), "one"));
        schedule(inQueue(named(draft("b"), "y"), "one"));
        schedule(inQueue(named(draft("c"), "x"), "two"));
        store().cancel(id("b"));

        assertThat(ids(new JobQuery(null, new QueueName("one"), null, 10, null)))
                .containsOnly("a", "b");
        assertThat(ids(new JobQuery(JobState.SCHEDULED, new QueueName("one"), null, 10, null)))
                .containsOnly("a");
        assertThat(ids(new JobQuery(null, null, "x", 10, null))).containsOnly("a", "c");
        assertThat(ids(new JobQuery(JobState.CANCELLED, null, null, 10, null))).containsOnly("b");
        assertThat(ids(new JobQuery(JobState.RUNNING, null, null, 10, null))).isEmpty();
        assertThat(ids(new JobQuery(null, new QueueName("none"), null, 10, null)))
                .isEmpty();
    }

    @Test
    void findsRareJobsAmongManyPageByPage() {
        List<JobDraft> drafts = IntStream.range(0, 200)
                .mapToObj(i -> inQueue(draft("m-" + i), i % 50 == 0 ? "rare" : "common"))
                .toList();
        join(drafts);

        assertThat(ids(new JobQuery(null, new QueueName("rare"), null, 3, null)))
                .containsExactlyInAnyOrder("m-0", "m-50", "m-100", "m-150");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "🎉", "-1", "'; DROP", "1e999", "%00"})
    void refusesACursorThatIsNotOneOfOurs(String cursor) {
        schedule(draft("any"));

        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> store().list(new JobQuery(null, null, null, 10, cursor)))
                .satisfies(refused -> assertThat(refused.field()).isEqualTo("cursor"));
    }

    private static void conflict(JobState state, ThrowingCallable call) {
        assertThatExceptionOfType(JobConflictException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.state()).isEqualTo(state));
    }

    private List<String> ids(JobQuery first) {
        return all(first).stream().map(job -> job.id().value()).toList();
    }

    private List<Job> all(JobQuery first) {
        List<Job> jobs = new ArrayList<>();
        String cursor = null;
        do {
            Page<Job> page =
                    store().list(new JobQuery(first.state(), first.queue(), first.name(), first.limit(), cursor));
            assertThat(page.items()).hasSizeLessThanOrEqualTo(first.limit());
            jobs.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return jobs;
    }

    private Job found(String id) {
        return store().find(id(id)).orElseThrow();
    }

    private Scheduled schedule(JobDraft draft) {
        return join(List.of(draft)).get(0);
    }

    private List<Scheduled> join(List<JobDraft> drafts) {
        return store().schedule(drafts)
                .toCompletableFuture()
                .orTimeout(10, SECONDS)
                .join();
    }

    private static JobId id(String value) {
        return new JobId(value);
    }

    private static JobDraft draft(String id) {
        return after(id, LONG);
    }

    private static JobDraft after(String id, Duration delay) {
        return draft(id, new Due.After(delay));
    }

    private static JobDraft at(String id, Instant instant) {
        return draft(id, new Due.At(instant));
    }

    private static JobDraft draft(String id, Due due) {
        return new JobDraft(id(id), QueueName.DEFAULT, null, due, null, null, null);
    }

    private static JobDraft with(JobDraft draft, @Nullable String payload) {
        return new JobDraft(
                draft.id(), draft.queue(), draft.name(), draft.due(), payload, draft.retry(), draft.deadline());
    }

    private static JobDraft named(JobDraft draft, String name) {
        return new JobDraft(
                draft.id(), draft.queue(), name, draft.due(), draft.payload(), draft.retry(), draft.deadline());
    }

    private static JobDraft inQueue(JobDraft draft, String queue) {
        return new JobDraft(
                draft.id(),
                new QueueName(queue),
                draft.name(),
                draft.due(),
                draft.payload(),
                draft.retry(),
                draft.deadline());
    }
}
