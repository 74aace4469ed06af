package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.Deliverer;
import dev.punctual.core.Delivery;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.Tracing;
import dev.punctual.core.Tracing.FireSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue whose jobs a {@link Deliverer} hands over. Their leases are renewed until it has said what became of them. */
final class DeliveryLane implements Lane {

    private final Deliverer deliverer;
    private final UnderWay underWay;
    private final Finisher finisher;
    private final Tracing tracing;

    DeliveryLane(Deliverer deliverer, UnderWay underWay, Finisher finisher, Tracing tracing) {
        this.tracing = tracing;
        this.deliverer = deliverer;
        this.underWay = underWay;
        this.finisher = finisher;
    }

    @Override
    public int reserve(int most) {
        return finisher.isBehind() ? 0 : deliverer.reserve(most);
    }

    @Override
    public void release(int places) {
        deliverer.release(places);
    }

    @Override
    public void take(List<ClaimedJob> jobs) {
        for (ClaimedJob job : jobs) {
            underWay.began(job);
            Delivery delivery = job.delivery();
            FireSpan span = tracing.firing(job.fire().fire(), delivery.route().traceparent());
            Delivery traced = span == null ? delivery : delivery.tracedBy(span.traceparent());
            try {
                deliverer.deliver(traced).whenComplete((outcome, failure) -> end(job, span, outcome, failure));
            } catch (RuntimeException failed) {
                end(job, span, null, failed);
            }
        }
    }

    private void end(
            ClaimedJob job, @Nullable FireSpan span, @Nullable DeliveryOutcome outcome, @Nullable Throwable failure) {
        DeliveryOutcome said = outcome != null
                ? outcome
                : new DeliveryOutcome.Retry("the target failed: " + String.valueOf(failure), null);
        if (span != null) {
            span.end(said);
        }
        finisher.finish(job, LeaseEnd.of(job.token(), said));
    }

    @Override
    public void onFree(Runnable listener) {
        deliverer.onFree(listener);
    }

    @Override
    public void close() {
        deliverer.close();
    }
}
