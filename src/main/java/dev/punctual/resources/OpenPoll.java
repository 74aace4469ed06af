package dev.punctual.resources;

import dev.punctual.api.LeasedJobView;
import dev.punctual.api.PageView;
import dev.punctual.core.Page;
import dev.punctual.core.PullLeases;
import dev.punctual.core.PullLeases.PulledJob;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * One poll whose answer is open. Whoever comes first ends it: jobs, the end of the wait, the caller that hangs up, or the
 * server that stops. Jobs that come to a poll that has ended are released. Thread-safe; holds no thread.
 */
final class OpenPoll {

    private static final PageView<LeasedJobView> NOTHING = new PageView<>(List.of(), null);

    private final PullLeases.Poll poll;
    private final AsyncResponse answer;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final @Nullable String requestId = MDC.get(RequestIdFilter.MDC_KEY);

    private volatile Runnable watch = () -> {};

    OpenPoll(PullLeases.Poll poll, AsyncResponse answer) {
        this.poll = poll;
        this.answer = answer;
    }

    /**
     * Answers when the poll does.
     *
     * @param writers where answers are written, which may take its time
     */
    void answerOn(Executor writers) {
        answer.register((ConnectionCallback) disconnected -> poll.abandon());
        poll.jobs().whenComplete((jobs, failure) -> {
            try {
                writers.execute(() -> settle(jobs, failure));
            } catch (RejectedExecutionException stopping) {
                giveUp();
            }
        });
    }

    /** Says how to stop watching the caller. */
    void watchedBy(Runnable end) {
        watch = end;
        if (ended.get()) {
            end.run();
        }
    }

    /** Ends the poll with nothing: its caller has gone, or the server goes. */
    void giveUp() {
        if (ended.compareAndSet(false, true)) {
            poll.abandon();
            watch.run();
            answer.resume(NOTHING);
        }
    }

    private void settle(@Nullable List<PulledJob> jobs, @Nullable Throwable failure) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        watch.run();
        try (MDC.MDCCloseable ignored = MDC.putCloseable(RequestIdFilter.MDC_KEY, requestId)) {
            if (jobs == null) {
                answer.resume(failure instanceof CompletionException wrapped ? wrapped.getCause() : failure);
            } else {
                answer.resume(PageView.of(new Page<>(jobs, null), LeasedJobView::of));
            }
        }
    }
}
