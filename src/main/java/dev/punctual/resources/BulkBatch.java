package dev.punctual.resources;

import dev.punctual.api.BulkLine;
import dev.punctual.api.Problem;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobService;
import dev.punctual.core.JobStore;
import dev.punctual.core.Scheduled;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Some lines of a stream that go to the store in one call, and what is answered to each. Used by one thread. */
final class BulkBatch {

    /** Drafts are held until they are stored: so many characters of payload are enough for one call. */
    private static final int MAX_CHARACTERS = 512 * 1024;

    /** What is known of one line: a draft that was sent to the store, or the problem that kept it from it. */
    private sealed interface Entry {}

    private record Sent(long line, JobDraft draft) implements Entry {}

    private record Refused(Problem problem) implements Entry {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<JobDraft> drafts = new ArrayList<>();
    private int characters;
    private CompletableFuture<List<Scheduled>> sent = CompletableFuture.completedFuture(List.of());

    void add(long line, JobDraft draft) {
        entries.add(new Sent(line, draft));
        drafts.add(draft);
        String payload = draft.payload();
        characters += payload == null ? 0 : payload.length();
    }

    void add(long line, Problem problem) {
        entries.add(new Refused(problem.ofLine(line, null)));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean isFull() {
        return entries.size() >= JobStore.MAX_BATCH || characters >= MAX_CHARACTERS;
    }

    void send(JobService jobs) {
        if (drafts.isEmpty()) {
            return;
        }
        try {
            sent = jobs.createAll(List.copyOf(drafts)).toCompletableFuture();
        } catch (RuntimeException refused) {
            sent = CompletableFuture.failedFuture(refused);
        }
    }

    /** Whether the store has taken its drafts; known once there are answers, and false where there was no draft. */
    boolean isStored() {
        return !drafts.isEmpty() && !sent.isCompletedExceptionally();
    }

    /** The answers in the order of the lines, each a {@link BulkLine} or a {@link Problem}; waits for the store. */
    List<Object> answers() {
        List<Scheduled> scheduled;
        try {
            scheduled = sent.join();
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            FailureMapper.log(cause);
            Problem problem = Problems.of(cause);
            return answers(one -> problem.ofLine(one.line(), one.draft().id().value()));
        }
        Iterator<Scheduled> next = scheduled.iterator();
        return answers(one -> answer(one, next.next()));
    }

    private List<Object> answers(Function<Sent, Object> answer) {
        List<Object> answers = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            if (entry instanceof Sent one) {
                answers.add(answer.apply(one));
            } else if (entry instanceof Refused refused) {
                answers.add(refused.problem());
            }
        }
        return answers;
    }

    private static Object answer(Sent entry, Scheduled scheduled) {
        String id = scheduled.id().value();
        return switch (scheduled.outcome()) {
            case CREATED -> new BulkLine(201, id);
            case EXISTS, REPLACED -> new BulkLine(200, id);
            case CONFLICT, PRECONDITION_FAILED ->
                Problems.of(JobService.differs(scheduled)).ofLine(entry.line(), id);
        };
    }
}
