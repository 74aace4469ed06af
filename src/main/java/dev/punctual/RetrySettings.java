package dev.punctual;

import dev.punctual.core.Backoff;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The retry rules of a queue. What is absent takes its default. Immutable.
 *
 * @param maxAttempts attempts in all, 1 to 1000, default 5
 * @param backoff the wait between them
 */
public record RetrySettings(@Nullable Integer maxAttempts, @Nullable Wait backoff) {

    /**
     * @param type fixed or exponential, default exponential
     * @param initial the wait after the first attempt, default 1 s
     * @param max the longest wait, default 10 min
     * @param jitter the share by which a wait may differ, 0 to 1, default 0.2
     */
    public record Wait(
            @Nullable String type, @Nullable Duration initial, @Nullable Duration max, @Nullable Double jitter) {}

    /**
     * @throws InvalidJobException naming the setting and what is allowed
     */
    RetryPolicy toPolicy() {
        Wait wait = backoff == null ? new Wait(null, null, null, null) : backoff;
        Backoff standard = Backoff.DEFAULT;
        Duration initial = wait.initial == null ? standard.initial() : wait.initial;
        Duration max = wait.max == null ? longer(standard.max(), initial) : wait.max;
        return new RetryPolicy(
                maxAttempts == null ? RetryPolicy.DEFAULT.maxAttempts() : maxAttempts,
                new Backoff(
                        wait.type == null ? standard.type() : type(wait.type),
                        initial,
                        max,
                        wait.jitter == null ? standard.jitter() : wait.jitter));
    }

    private static Backoff.Type type(String word) {
        return Arrays.stream(Backoff.Type.values())
                .filter(type -> type.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidJobException("retry.backoff.type", "must be fixed or exponential"));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
