package dev.punctual.engine;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * The settings under {@code fastPath}. What is absent takes its default; no component is ever null. Immutable.
 *
 * @param enabled whether notifications are listened to at all, default true
 * @param hints how many notifications may wait for their claim, default 65536; what comes beyond is left to the sweep
 * @param batch how many jobs one claim takes at most, default 256
 */
public record FastPathSettings(
        Boolean enabled, @Min(1) @Max(1_000_000) Integer hints, @Min(1) @Max(512) Integer batch) {

    /** All defaults. */
    public static final FastPathSettings DEFAULT = new FastPathSettings(true, 65_536, 256);

    /** Jackson hands over null for what is absent. */
    public FastPathSettings {
        enabled = enabled == null ? DEFAULT.enabled : enabled;
        hints = hints == null ? DEFAULT.hints : hints;
        batch = batch == null ? DEFAULT.batch : batch;
    }
}
