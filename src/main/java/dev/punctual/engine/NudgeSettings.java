package dev.punctual.engine;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * The settings under {@code nudge}. What is absent takes its default; no component is ever null. Immutable.
 *
 * @param enabled whether due keys are read at their due time, default true
 * @param batch how many due keys one nudge reads at most, default 256
 */
public record NudgeSettings(Boolean enabled, @Min(1) @Max(512) Integer batch) {

    /** All defaults. */
    public static final NudgeSettings DEFAULT = new NudgeSettings(true, 256);

    /** Jackson hands over null for what is absent. */
    public NudgeSettings {
        enabled = enabled == null ? DEFAULT.enabled : enabled;
        batch = batch == null ? DEFAULT.batch : batch;
    }
}
