package dev.punctual.redis;

import dev.punctual.testkit.RedisAccess;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;

/** Connections as the service opens them; one set to the shared Redis for the whole JVM. */
final class SharedConnections {

    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);

    private SharedConnections() {}

    static RedisConnections get() {
        return Shared.CONNECTIONS;
    }

    static ScriptRunner runner() {
        return Shared.RUNNER;
    }

    static RedisConnections open(RedisAccess redis) {
        return open(redis.uri(), COMMAND_LIMIT);
    }

    static RedisConnections open(String uri, Duration commandLimit) {
        RedisSettings.Timeouts limits =
                new RedisSettings.Timeouts(Duration.ofSeconds(5), commandLimit, Duration.ofSeconds(30));
        RedisSettings settings = new RedisSettings(uri, null, null, null, null, limits);
        return new RedisConnections(RedisAddress.parse(uri), settings);
    }

    static ScriptRunner runner(RedisConnections connections) {
        return new ScriptRunner(connections::engine, COMMAND_LIMIT, new CountingTelemetry());
    }

    private static final class Shared {
        static final RedisConnections CONNECTIONS = open(TestRedis.shared());
        static final ScriptRunner RUNNER = runner(CONNECTIONS);
    }
}
