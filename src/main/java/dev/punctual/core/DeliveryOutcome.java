package dev.punctual.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a target said to one {@link Delivery}. Whether an attempt is left is not its business. Immutable. */
public sealed interface DeliveryOutcome {

    /** The target has it. */
    record Delivered() implements DeliveryOutcome {}

    /**
     * The target refused, or cannot be known to have it; another attempt may help.
     *
     * @param reason in plain words for the job's {@code lastError}; one line without secrets
     * @param retryAfter how long the target asked to be left alone, within the bounds of its settings; null where it did not.
     *     The job's own back-off holds where it is longer
     */
    record Retry(String reason, @Nullable Duration retryAfter) implements DeliveryOutcome {}

    /**
     * No attempt will help.
     *
     * @param reason in plain words; one line without secrets
     */
    record Dead(String reason) implements DeliveryOutcome {}
}
