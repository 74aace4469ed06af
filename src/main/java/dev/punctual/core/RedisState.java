package dev.punctual.core;

import java.time.Duration;
import java.util.List;

/**
 * What is known of the Redis server.
 *
 * @param version its version, empty while unknown
 * @param mode standalone, sentinel or cluster; empty while unknown
 * @param latency the last round trip
 * @param clockSkew Redis's clock minus this machine's
 * @param warnings settings that endanger jobs, in plain words, each with the way out
 */
public record RedisState(String version, String mode, Duration latency, Duration clockSkew, List<String> warnings) {}
