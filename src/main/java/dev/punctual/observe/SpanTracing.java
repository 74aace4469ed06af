package dev.punctual.observe;

import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Target;
import dev.punctual.core.Tracing;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Spans by OpenTelemetry: {@code schedule} in the trace of the request, and {@code fire}, a trace of its own that is linked
 * to it, since it comes minutes or days later.
 */
public final class SpanTracing implements Tracing {

    private static final String SCOPE = "dev.punctual";
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("messaging.message.id");
    private static final AttributeKey<String> PATH = AttributeKey.stringKey("punctual.path");
    private static final AttributeKey<String> CAUSE = AttributeKey.stringKey("punctual.cause");
    private static final AttributeKey<Long> LAG = AttributeKey.longKey("punctual.lag_ms");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("punctual.attempt");
    private static final AttributeKey<Long> GENERATION = AttributeKey.longKey("punctual.generation");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("punctual.outcome");

    private static final int TRACE_AT = 3;
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int LENGTH = 55;

    private final Tracer tracer;
    private final Queues queues;

    private SpanTracing(OpenTelemetry telemetry, Queues queues) {
        this.tracer = telemetry.getTracer(SCOPE);
        this.queues = queues;
    }

    /** Where an agent or the embedder has brought an SDK; else {@link Tracing#NONE}, which costs nothing. */
    public static Tracing installed(Queues queues) {
        return GlobalOpenTelemetry.isSet() ? new SpanTracing(GlobalOpenTelemetry.get(), queues) : NONE;
    }

    @Override
    public <T> T scheduling(JobDraft draft, Function<JobDraft, T> store) {
        Span span = schedule(draft);
        try {
            return store.apply(inTrace(draft, span));
        } catch (RuntimeException failed) {
            span.setStatus(StatusCode.ERROR, String.valueOf(failed.getMessage()));
            throw failed;
        } finally {
            span.end();
        }
    }

    @Override
    public <T> CompletionStage<T> scheduling(
            List<JobDraft> drafts, Function<List<JobDraft>, CompletionStage<T>> store) {
        List<Span> spans = new ArrayList<>(drafts.size());
        List<JobDraft> traced = new ArrayList<>(drafts.size());
        for (JobDraft draft : drafts) {
            Span span = schedule(draft);
            spans.add(span);
            traced.add(inTrace(draft, span));
        }
        try {
            return store.apply(traced).whenComplete((done, failure) -> end(spans, failure));
        } catch (RuntimeException failed) {
            end(spans, failed);
            throw failed;
        }
    }

    private static void end(List<Span> spans, @Nullable Throwable failure) {
        for (Span span : spans) {
            if (failure != null) {
                span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
            }
            span.end();
        }
    }

    private Span schedule(JobDraft draft) {
        SpanContext sent = context(draft.route().traceparent());
        Context parent = sent.isValid() ? Context.root().with(Span.wrap(sent)) : Context.current();
        return about(tracer.spanBuilder("schedule"), "schedule", draft.id(), draft.queue())
                .setParent(parent)
                .startSpan();
    }

    private static JobDraft inTrace(JobDraft draft, Span span) {
        SpanContext context = span.getSpanContext();
        return context.isValid() ? draft.tracedBy(text(context)) : draft;
    }

    @Override
    public FireSpan firing(Fire fire, @Nullable String traceparent) {
        return new Attempt(fire(fire, traceparent));
    }

    /** One attempt that is under way. */
    private record Attempt(Span span) implements FireSpan {
        @Override
        public String traceparent() {
            return text(span.getSpanContext());
        }

        @Override
        public void end(DeliveryOutcome outcome) {
            if (outcome instanceof DeliveryOutcome.Retry retry) {
                span.setAttribute(OUTCOME, FireOutcome.RETRY.word()).setStatus(StatusCode.ERROR, retry.reason());
            } else if (outcome instanceof DeliveryOutcome.Dead dead) {
                span.setAttribute(OUTCOME, FireOutcome.DEAD.word()).setStatus(StatusCode.ERROR, dead.reason());
            } else {
                span.setAttribute(OUTCOME, FireOutcome.DELIVERED.word());
            }
            span.end();
        }
    }

    /** What was handed over within the claim has its span here; so has what is pulled. */
    @Override
    public void fired(Fire fire) {
        boolean pulled = queues.find(fire.job().queue())
                .map(queue -> queue.target() instanceof Target.Pull)
                .orElse(false);
        if (fire.outcome() != FireOutcome.RUNNING || pulled) {
            fire(fire, fire.job().traceparent())
                    .setAttribute(OUTCOME, fire.outcome().word())
                    .end();
        }
    }

    private Span fire(Fire fire, @Nullable String traceparent) {
        SpanBuilder span = about(
                        tracer.spanBuilder("fire"),
                        "fire",
                        fire.job().id(),
                        fire.job().queue())
                .setNoParent()
                .setAttribute(PATH, fire.path().word())
                .setAttribute(LAG, fire.lagMillis())
                .setAttribute(ATTEMPT, (long) fire.attempt())
                .setAttribute(GENERATION, fire.job().generation().value());
        if (fire.cause() != null) {
            span.setAttribute(CAUSE, fire.cause().word());
        }
        SpanContext scheduled = context(traceparent);
        if (scheduled.isValid()) {
            span.addLink(scheduled);
        }
        return span.startSpan();
    }

    private static SpanBuilder about(SpanBuilder span, String operation, JobId job, QueueName queue) {
        return span.setSpanKind(SpanKind.PRODUCER)
                .setAttribute(SYSTEM, "punctual")
                .setAttribute(OPERATION, operation)
                .setAttribute(DESTINATION, queue.value())
                .setAttribute(MESSAGE, job.value());
    }

    private static SpanContext context(@Nullable String traceparent) {
        return traceparent == null || traceparent.length() < LENGTH
                ? SpanContext.getInvalid()
                : SpanContext.createFromRemoteParent(
                        traceparent.substring(TRACE_AT, SPAN_AT - 1),
                        traceparent.substring(SPAN_AT, FLAGS_AT - 1),
                        TraceFlags.fromHex(traceparent, FLAGS_AT),
                        TraceState.getDefault());
    }

    private static String text(SpanContext context) {
        return "00-" + context.getTraceId() + "-" + context.getSpanId() + "-"
                + context.getTraceFlags().asHex();
    }
}
