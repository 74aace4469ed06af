package dev.punctual.core;

import java.util.concurrent.CompletionStage;

/**
 * Hands the jobs of one queue to a target that can fail and can be slow. It says beforehand how much it takes, so that
 * only what can start is claimed:
 *
 * <pre>{@code
 * int places = deliverer.reserve(256);
 * List<Delivery> claimed = claim(places);
 * deliverer.release(places - claimed.size());
 * claimed.forEach(delivery -> deliverer.deliver(delivery).thenAccept(this::report));
 * }</pre>
 *
 * <p>Thread-safe. No method blocks, except {@link #close}.
 */
public interface Deliverer extends AutoCloseable {

    /**
     * Reserves places for deliveries. Fewer than asked for, or none, are given while the target is busy, while its rate
     * is used up, or while it rests because it keeps failing. After a call that got fewer than it asked for, the
     * listener of {@link #onFree} is told once when another call may get more.
     *
     * @param most how many are wanted, 0 or more
     * @return how many were given, 0 to {@code most}; each is used by one {@link #deliver} or given back by
     *     {@link #release}
     */
    int reserve(int most);

    /**
     * Gives back places that are not needed, and their share of the rate.
     *
     * @param places how many, 0 or more
     * @throws IllegalStateException if fewer are reserved
     */
    void release(int places);

    /**
     * Starts one delivery, and uses up one reserved place until it has ended. Not idempotent: each call is a request
     * of its own, and none is repeated underneath.
     *
     * @return completes with the outcome within the time limit of the target, and never with an exception; on a thread
     *     that must not block
     * @throws IllegalStateException if no place is reserved
     */
    CompletionStage<DeliveryOutcome> deliver(Delivery delivery);

    /**
     * Says who is told that places are free again. A call is a hint: another caller may be faster. It comes on a thread
     * that must not block for long.
     *
     * @param listener replaces the one before
     */
    void onFree(Runnable listener);

    /**
     * Ends what is under way, with {@link DeliveryOutcome.Retry}, and takes no more. Repeated calls do nothing. Blocks
     * until the connections are closed.
     */
    @Override
    void close();
}
