package dev.punctual.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to hand a claimed job to a target that can fail.
 *
 * @param message which message this is; all attempts of one generation carry the same
 * @param attempt from 1
 * @param firedAt the claim, by Redis's clock
 * @param body the very text that the target gets
 * @param route what the job itself says about its way
 */
public record Delivery(Message message, int attempt, Instant firedAt, String body, Route route) {

    /** The same delivery in another trace. */
    public Delivery tracedBy(String traceparent) {
        return new Delivery(message, attempt, firedAt, body, new Route(route.url(), traceparent));
    }

    /**
     * What a receiver can tell repetitions by.
     *
     * @param createdAt when the job was scheduled for the first time: an id whose job was forgotten begins again at
     *     generation 1, and is another message
     */
    public record Message(JobId job, Generation generation, Instant createdAt) {}

    /**
     * @param url where the job itself wants to go, as it was sent; null for the target's own address
     * @param traceparent the W3C trace context that the job came with; null for none
     */
    public record Route(@Nullable String url, @Nullable String traceparent) {

        /** To the target's own address, in no trace. */
        public static final Route PLAIN = new Route(null, null);
    }
}
