package dev.punctual.targets;

import dev.punctual.core.RepeatedFault;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.core.IntervalFunction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves a target alone while it keeps failing, and tries it again with a few deliveries. A result counts only in the
 * state in which its delivery began: a late failure from before the rest does not judge the recovery. Thread-safe.
 */
final class Circuit {

    private static final Logger LOG = LoggerFactory.getLogger(Circuit.class);
    private static final float PERCENT = 100f;

    private final RepeatedFault fault;
    private final CircuitBreaker breaker;
    private final Runnable onPassable;
    private final AtomicLong era = new AtomicLong();
    private volatile boolean shut;

    /**
     * @param onPassable is told when it lets deliveries through again
     */
    Circuit(String queue, WebhookSettings.Circuit settings, Runnable onPassable) {
        this.fault = new RepeatedFault(
                LOG,
                "The webhook of queue " + queue + " keeps failing",
                "The webhook of queue " + queue + " works again");
        this.onPassable = onPassable;
        this.breaker = CircuitBreaker.of(
                queue,
                CircuitBreakerConfig.custom()
                        .slidingWindow(
                                (int) settings.window().toSeconds(), settings.calls(), SlidingWindowType.TIME_BASED)
                        .failureRateThreshold((float) (settings.failureRate() * PERCENT))
                        .waitIntervalFunctionInOpenState(
                                IntervalFunction.ofExponentialBackoff(settings.rest(), 2, settings.maxRest()))
                        .permittedNumberOfCallsInHalfOpenState(settings.probes())
                        .automaticTransitionFromOpenToHalfOpenEnabled(true)
                        .build());
        breaker.getEventPublisher()
                .onStateTransition(event -> changed(event.getStateTransition().getToState()));
    }

    /** A result for {@link CircuitBreaker}, which wants a throwable for a failure; it carries nothing. */
    private static final class FailedDelivery extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FailedDelivery() {
            super("failed", null, false, false);
        }
    }

    private void changed(State state) {
        era.incrementAndGet();
        shut = state == State.OPEN;
        if (state == State.OPEN) {
            fault.failed(this, "it rests, and is then tried again");
        } else if (state == State.CLOSED) {
            fault.works(this);
        }
        if (!shut) {
            onPassable.run();
        }
    }

    /** How many of so many deliveries may begin; each must be answered by one of the methods below. */
    int acquire(int most) {
        for (int acquired = 0; acquired < most; acquired++) {
            if (!breaker.tryAcquirePermission()) {
                shut = true;
                return acquired;
            }
        }
        return most;
    }

    /** Whether it is worth asking again. */
    boolean isPassable() {
        return !shut;
    }

    /** The number of the present state, to be kept with a delivery that begins. */
    long era() {
        return era.get();
    }

    /** A delivery did not take place, or says nothing about the target. */
    void giveBack() {
        breaker.releasePermission();
        if (breaker.getState() != State.OPEN) {
            shut = false;
        }
    }

    void succeeded(long begunInEra) {
        if (begunInEra == era.get()) {
            breaker.onSuccess(0, TimeUnit.NANOSECONDS);
        }
    }

    void failed(long begunInEra) {
        if (begunInEra == era.get()) {
            breaker.onError(0, TimeUnit.NANOSECONDS, new FailedDelivery());
        }
    }
}
