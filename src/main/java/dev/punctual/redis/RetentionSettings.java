package dev.punctual.redis;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * The settings under {@code retention}: how long what has ended stays readable. What is absent takes its default; no
 * component is ever null. Immutable.
 *
 * @param age how old a delivered or cancelled job may become, default 1 h
 * @param count how many of them there may be, default 10000; the oldest go first
 * @param deadAge how old a dead job may become, default 30 days
 * @param deadCount how many of them there may be, default 1000000; the oldest go first
 * @param fires about how many fire records the log keeps, default 10000
 */
public record RetentionSettings(
        @DurationMin(seconds = 1) @DurationMax(days = 3650) Duration age,
        @Min(0) @Max(100_000_000) Integer count,
        @DurationMin(seconds = 1) @DurationMax(days = 3650) Duration deadAge,
        @Min(0) @Max(100_000_000) Integer deadCount,
        @Min(100) @Max(10_000_000) Integer fires) {

    /** All defaults. */
    public static final RetentionSettings DEFAULT =
            new RetentionSettings(Duration.ofHours(1), 10_000, Duration.ofDays(30), 1_000_000, 10_000);

    /** Jackson hands over null for what is absent. */
    public RetentionSettings {
        age = age == null ? DEFAULT.age : age;
        count = count == null ? DEFAULT.count : count;
        deadAge = deadAge == null ? DEFAULT.deadAge : deadAge;
        deadCount = deadCount == null ? DEFAULT.deadCount : deadCount;
        fires = fires == null ? DEFAULT.fires : fires;
    }
}
