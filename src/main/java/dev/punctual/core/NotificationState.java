package dev.punctual.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether notifications arrive.
 *
 * @param state what the probe found
 * @param probeLag from the probe key's expiry to its notification; null where none has come
 * @param reason in plain words why the state is not {@code ON}; empty where it is
 */
public record NotificationState(State state, @Nullable Duration probeLag, String reason) {

    /** The states. */
    public enum State {
        /** Probe keys are announced. */
        ON,
        /** The fast path is switched off, or the server's flags are known to lack what is needed. */
        OFF,
        /** The Redis user may not subscribe. */
        FORBIDDEN,
        /** Probe keys are not announced, or the subscriber is not connected. */
        SILENT
    }
}
