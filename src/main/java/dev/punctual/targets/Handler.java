package dev.punctual.targets;

import dev.punctual.core.Deliverer;
import dev.punctual.core.Delivery;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.JobContext;
import dev.punctual.core.JobHandler;
import dev.punctual.core.QueueName;
import dev.punctual.core.RepeatedFault;
import dev.punctual.core.UnretriableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the jobs of one queue to code in this JVM, as many at a time as there are seats. */
final class Handler implements Deliverer {

    private static final Logger LOG = LoggerFactory.getLogger(Handler.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);
    private static final DeliveryOutcome STOPPED =
            new DeliveryOutcome.Retry("the service stopped before the handler was done", null);

    private final QueueName queue;
    private final JobHandler handler;
    private final Seats seats;
    private final ExecutorService threads;
    private final RepeatedFault fault;
    private volatile boolean closed;

    /**
     * @param threads of this queue alone; ends with this
     */
    Handler(QueueName queue, JobHandler handler, Seats seats, ExecutorService threads) {
        this.queue = queue;
        this.handler = handler;
        this.seats = seats;
        this.threads = threads;
        this.fault = new RepeatedFault(
                LOG, "The handler of queue " + queue + " failed", "The handler of queue " + queue + " works again");
    }

    @Override
    public int reserve(int most) {
        return closed ? 0 : seats.reserve(most);
    }

    @Override
    public void release(int places) {
        seats.release(places);
    }

    @Override
    public void onFree(Runnable listener) {
        seats.onFree(listener);
    }

    @Override
    public CompletionStage<DeliveryOutcome> deliver(Delivery delivery) {
        seats.begin();
        CompletableFuture<DeliveryOutcome> outcome = new CompletableFuture<>();
        try {
            threads.execute(() -> end(outcome, work(delivery)));
        } catch (RejectedExecutionException stopping) {
            end(outcome, STOPPED);
        }
        return outcome;
    }

    private DeliveryOutcome work(Delivery delivery) {
        if (closed) {
            return STOPPED;
        }
        Thread.currentThread().setName("punctual-handler-" + queue);
        try (JobContext ignored = JobContext.of(delivery.message().job(), queue)) {
            return handled(delivery);
        }
    }

    private DeliveryOutcome handled(Delivery delivery) {
        try {
            handler.handle(delivery);
            fault.works(this);
            return new DeliveryOutcome.Delivered();
        } catch (UnretriableException last) {
            return new DeliveryOutcome.Dead(Excerpt.of(String.valueOf(last.getMessage())));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return closed ? STOPPED : failed(delivery, stopping);
        } catch (Throwable failed) { // whatever a handler throws, an Error too, is the end of this attempt only
            return failed(delivery, failed);
        }
    }

    private DeliveryOutcome failed(Delivery delivery, Throwable failed) {
        fault.failed(this, "job " + delivery.message().job() + ": " + failed, failed);
        String words = failed.getMessage() == null ? "" : ": " + failed.getMessage();
        return new DeliveryOutcome.Retry(
                Excerpt.of("the handler failed: " + failed.getClass().getSimpleName() + words), null);
    }

    private void end(CompletableFuture<DeliveryOutcome> outcome, DeliveryOutcome what) {
        seats.end();
        outcome.complete(what);
    }

    /** Interrupts what is under way. A handler that does not heed it goes on, and its job's lease lapses. */
    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("A handler of queue {} does not end; the lease of its job lapses", queue);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
