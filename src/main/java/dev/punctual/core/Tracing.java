package dev.punctual.core;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Spans of what happens to jobs. Must not block and must not throw; called from many threads. */
public interface Tracing {

    /** Nobody records. */
    Tracing NONE = new Tracing() {
        @Override
        public <T> T scheduling(JobDraft draft, Function<JobDraft, T> store) {
            return store.apply(draft);
        }

        @Override
        public <T> CompletionStage<T> scheduling(
                List<JobDraft> drafts, Function<List<JobDraft>, CompletionStage<T>> store) {
            return store.apply(drafts);
        }

        @Override
        public @Nullable FireSpan firing(Fire fire, @Nullable String traceparent) {
            return null;
        }

        @Override
        public void fired(Fire fire) {}
    };

    /** The span of one attempt at a target outside of Redis. */
    interface FireSpan {

        /** Its context by W3C Trace Context, for the target. */
        String traceparent();

        /** It ends. To be called once. */
        void end(DeliveryOutcome outcome);
    }

    /**
     * Stores a job within a span, and gives it the context of that span where one records.
     *
     * @param store is called once; what it throws ends the span and is thrown
     */
    <T> T scheduling(JobDraft draft, Function<JobDraft, T> store);

    /** The same for many, a span each. */
    <T> CompletionStage<T> scheduling(List<JobDraft> drafts, Function<List<JobDraft>, CompletionStage<T>> store);

    /**
     * An attempt begins.
     *
     * @param traceparent the context that the job came with; null for none
     * @return null where nobody records
     */
    @Nullable FireSpan firing(Fire fire, @Nullable String traceparent);

    /** A fire whose cause is final; what {@link #firing} was told of is told here, too. */
    void fired(Fire fire);
}
