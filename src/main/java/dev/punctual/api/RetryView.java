package dev.punctual.api;

import dev.punctual.core.Backoff;
import dev.punctual.core.RetryPolicy;

/** Retry rules in an answer. */
public record RetryView(int maxAttempts, BackoffView backoff) {

    /** The wait between attempts in an answer. */
    public record BackoffView(String type, String initial, String max, double jitter) {}

    public static RetryView of(RetryPolicy retry) {
        Backoff backoff = retry.backoff();
        return new RetryView(
                retry.maxAttempts(),
                new BackoffView(
                        backoff.type().word(),
                        DurationText.format(backoff.initial()),
                        DurationText.format(backoff.max()),
                        backoff.jitter()));
    }
}
