package dev.punctual.core;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the Redis server.
 *
 * @param version its version, empty while unknown
 * @param mode standalone, sentinel or cluster; empty while unknown
 * @param latency the last round trip
 * @param clockSkew Redis's clock minus this machine's
 * @param warnings settings that endanger jobs, in plain words, each with the way out
 * @param memory how much it uses; null while unknown
 */
public record RedisState(
        String version,
        String mode,
        Duration latency,
        Duration clockSkew,
        List<String> warnings,
        @Nullable Memory memory) {

    /** Nothing is known of its memory. */
    public RedisState(String version, String mode, Duration latency, Duration clockSkew, List<String> warnings) {
        this(version, mode, latency, clockSkew, warnings, null);
    }

    /**
     * @param usedBytes what it uses
     * @param maxBytes beyond it writes are refused; 0 for no limit
     */
    public record Memory(long usedBytes, long maxBytes) {}
}
