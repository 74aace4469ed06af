package dev.punctual.redis;

import dev.punctual.core.JobDraft;
import dev.punctual.core.Scheduled;
import dev.punctual.core.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Puts jobs that are scheduled one by one at the same time into one script call: what comes while two calls are under way
 * goes together in the next. Where few come, each goes at once. Thread-safe; nothing blocks.
 */
final class JoinedSchedules {

    private static final int CALLS_UNDER_WAY = 2;

    /** A call takes Redis about a millisecond at most. */
    private static final int JOBS_A_CALL = 64;

    private static final int CHARACTERS_A_CALL = 1 << 20;

    private final ScheduleJobs schedule;
    private final int mostWaiting;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int underWay;

    private record Waiting(JobDraft draft, CompletableFuture<Scheduled> answer) {
        int characters() {
            String payload = draft.payload();
            return payload == null ? 0 : payload.length();
        }
    }

    /**
     * @param mostWaiting how many jobs may wait for a call; more are refused
     */
    JoinedSchedules(ScheduleJobs schedule, int mostWaiting) {
        this.schedule = schedule;
        this.mostWaiting = mostWaiting;
    }

    CompletionStage<Scheduled> create(JobDraft draft) {
        Waiting one = new Waiting(draft, new CompletableFuture<>());
        synchronized (this) {
            if (underWay == CALLS_UNDER_WAY) {
                if (waiting.size() >= mostWaiting) {
                    return CompletableFuture.failedFuture(
                            new StoreUnavailableException("too many requests wait for Redis", null));
                }
                waiting.add(one);
                return one.answer;
            }
            underWay++;
        }
        send(List.of(one));
        return one.answer;
    }

    private void send(List<Waiting> together) {
        call(together.stream().map(Waiting::draft).toList()).whenComplete((scheduled, failure) -> {
            // The next call goes out before anybody is told of this one.
            List<Waiting> next = next();
            if (!next.isEmpty()) {
                send(next);
            }
            tell(together, scheduled, failure);
        });
    }

    /** However it fails, the others get their turn. */
    private CompletionStage<List<Scheduled>> call(List<JobDraft> drafts) {
        try {
            return schedule.create(drafts);
        } catch (RuntimeException failed) {
            return CompletableFuture.failedFuture(failed);
        }
    }

    private synchronized List<Waiting> next() {
        List<Waiting> next = new ArrayList<>();
        int characters = 0;
        while (!waiting.isEmpty() && next.size() < JOBS_A_CALL) {
            characters += waiting.getFirst().characters();
            if (!next.isEmpty() && characters > CHARACTERS_A_CALL) {
                break;
            }
            next.add(waiting.remove());
        }
        if (next.isEmpty()) {
            underWay--;
        }
        return next;
    }

    private static void tell(List<Waiting> together, @Nullable List<Scheduled> scheduled, @Nullable Throwable failure) {
        for (int i = 0; i < together.size(); i++) {
            if (scheduled != null) {
                together.get(i).answer.complete(scheduled.get(i));
            } else if (failure != null) {
                together.get(i).answer.completeExceptionally(failure);
            }
        }
    }
}
