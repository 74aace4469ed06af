package dev.punctual.engine;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * The settings under {@code sweep}. What is absent takes its default; no component is ever null. Immutable.
 *
 * @param interval how long the reconciler rests at most, default 5 s
 * @param grace how long past due it leaves a job to the fast path, default 100 ms
 * @param batch how many jobs one claim takes at most, default 256
 * @param settle how long after a sweep a notification still counts as late and not as lost, default 1 s
 */
public record SweepSettings(
        @DurationMin(millis = 10) @DurationMax(hours = 1) Duration interval,
        @DurationMin(millis = 0) @DurationMax(hours = 1) Duration grace,
        @Min(1) @Max(512) Integer batch,
        @DurationMin(millis = 0) @DurationMax(minutes = 10) Duration settle) {

    /** All defaults. */
    public static final SweepSettings DEFAULT =
            new SweepSettings(Duration.ofSeconds(5), Duration.ofMillis(100), 256, Duration.ofSeconds(1));

    /** Jackson hands over null for what is absent. */
    public SweepSettings {
        interval = interval == null ? DEFAULT.interval : interval;
        grace = grace == null ? DEFAULT.grace : grace;
        batch = batch == null ? DEFAULT.batch : batch;
        settle = settle == null ? DEFAULT.settle : settle;
    }
}
