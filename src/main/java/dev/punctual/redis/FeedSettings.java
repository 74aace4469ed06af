package dev.punctual.redis;

import java.time.Duration;
import java.util.Locale;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * The settings under {@code notifications}. What is absent takes its default; no component is ever null. Immutable.
 *
 * @param subscription what to subscribe to, default {@code keyevent}
 * @param probeInterval how often a probe key shows whether notifications arrive, default 5 s
 * @param probeTimeout how long a probe key's notification may take, default 1 s
 */
public record FeedSettings(
        Subscription subscription,
        @DurationMin(millis = 100) @DurationMax(minutes = 10) Duration probeInterval,
        @DurationMin(millis = 50) @DurationMax(minutes = 1) Duration probeTimeout) {

    /** What to subscribe to. */
    public enum Subscription {
        /** {@code __keyevent@*__:expired}: hears all databases, filters at once. */
        KEYEVENT,
        /** {@code __keyevent@<database>__:expired}: hears the own database only. */
        DATABASE,
        /** {@code __keyspace@<database>__:<our due keys>}: foreign keys never reach us; needs the flag K. */
        KEYSPACE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All defaults. */
    public static final FeedSettings DEFAULT =
            new FeedSettings(Subscription.KEYEVENT, Duration.ofSeconds(5), Duration.ofSeconds(1));

    /** Jackson hands over null for what is absent. */
    public FeedSettings {
        subscription = subscription == null ? DEFAULT.subscription : subscription;
        probeInterval = probeInterval == null ? DEFAULT.probeInterval : probeInterval;
        probeTimeout = probeTimeout == null ? DEFAULT.probeTimeout : probeTimeout;
    }
}
