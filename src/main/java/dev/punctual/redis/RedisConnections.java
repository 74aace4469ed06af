package dev.punctual.redis;

import dev.punctual.core.PunctualException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one instance: one for requests, one for the engine, so that a burst of requests never delays a
 * claim, and one for notifications. They reconnect by themselves; a command that meets no connection is refused at once,
 * and none is ever sent again. Thread-safe.
 */
final class RedisConnections implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisConnections.class);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(200);
    private static final Duration MAX_RECONNECT_DELAY = Duration.ofSeconds(1);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    /** So many time limits of a command may pass without a byte before a connection is taken for dead. */
    private static final int SILENT_COMMANDS = 2;

    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> requests;
    private final StatefulRedisConnection<String, String> engine;
    private final StatefulRedisPubSubConnection<String, String> feed;

    private record Opened(
            StatefulRedisConnection<String, String> requests,
            StatefulRedisConnection<String, String> engine,
            StatefulRedisPubSubConnection<String, String> feed) {}

    /**
     * Connects, again and again until the start's time limit.
     *
     * @throws PunctualException if Redis could not be reached in time, with the last reason
     */
    RedisConnections(RedisAddress address, RedisSettings settings) {
        RedisSettings.Timeouts timeouts = settings.timeouts();
        this.resources = DefaultClientResources.builder()
                .reconnectDelay(Delay.fullJitter(Duration.ofMillis(10), MAX_RECONNECT_DELAY, 50, TimeUnit.MILLISECONDS))
                .nettyCustomizer(guarded(timeouts.command().multipliedBy(SILENT_COMMANDS)))
                .build();
        RedisURI uri = address.toUri(timeouts);
        this.client = RedisClient.create(resources, uri);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(settings.requestQueue())
                .replayFilter(command -> true)
                .timeoutOptions(TimeoutOptions.enabled(timeouts.command()))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(timeouts.connect())
                        .keepAlive(true)
                        .build())
                .build());
        try {
            Opened opened =
                    awaitRedis(address, System.nanoTime() + timeouts.start().toNanos());
            this.requests = opened.requests;
            this.engine = opened.engine;
            this.feed = opened.feed;
        } catch (RuntimeException failed) {
            shutdown();
            throw failed;
        }
    }

    private Opened awaitRedis(RedisAddress address, long deadlineNanos) {
        for (boolean told = false; ; told = true) {
            try {
                return open();
            } catch (RedisException notYet) {
                pause(address, notYet, told, deadlineNanos);
            }
        }
    }

    private Opened open() {
        List<StatefulConnection<String, String>> opened = new ArrayList<>();
        try {
            StatefulRedisConnection<String, String> first = client.connect();
            opened.add(first);
            check(first);
            StatefulRedisConnection<String, String> second = client.connect();
            opened.add(second);
            return new Opened(first, second, client.connectPubSub());
        } catch (RuntimeException failed) {
            opened.forEach(StatefulConnection::close);
            throw failed;
        }
    }

    private static void check(StatefulRedisConnection<String, String> connection) {
        String info;
        try {
            info = connection.sync().info();
        } catch (RedisCommandExecutionException refused) {
            if (String.valueOf(refused.getMessage()).startsWith("NOPERM")) {
                return; // INFO is more than some users may ask for
            }
            throw refused;
        }
        if (info.contains("redis_mode:cluster")) {
            throw new PunctualException(
                    "redis.uri names a node of a Redis Cluster, which this version cannot use; allowed: a standalone Redis");
        }
        if (info.lines().anyMatch("loading:1"::equals)) {
            throw new RedisLoadingException("it is loading its data");
        }
    }

    private static void pause(RedisAddress address, RedisException notYet, boolean told, long deadlineNanos) {
        String reason = rootMessage(notYet);
        if (System.nanoTime() > deadlineNanos) {
            throw new PunctualException(
                    "Redis at " + address + " could not be used within redis.timeouts.start: " + reason, notYet);
        }
        if (!told) {
            LOG.warn("Redis at {} is not ready, trying on: {}", address, reason);
        }
        LockSupport.parkNanos(RETRY_PAUSE.toNanos());
        if (Thread.interrupted()) {
            throw new PunctualException("interrupted while waiting for Redis at " + address, notYet);
        }
    }

    private static NettyCustomizer guarded(Duration silence) {
        return new NettyCustomizer() {
            @Override
            public void afterChannelInitialized(Channel channel) {
                channel.pipeline().addFirst(new SilenceGuard(silence));
            }
        };
    }

    private static String rootMessage(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    StatefulRedisConnection<String, String> requests() {
        return requests;
    }

    StatefulRedisConnection<String, String> engine() {
        return engine;
    }

    StatefulRedisPubSubConnection<String, String> feed() {
        return feed;
    }

    /**
     * Opens one more connection, for who waits on it. Blocks.
     *
     * @throws RedisException if it cannot be opened
     */
    StatefulRedisConnection<String, String> openOther() {
        return client.connect();
    }

    /** Asks for a sign of life; the probe asks the engine's connection. Does not block. */
    void pingRequests() {
        ping(requests.async());
    }

    /** The same for the feed's connection. */
    void pingFeed() {
        ping(feed.async());
    }

    private static void ping(RedisAsyncCommands<String, String> commands) {
        var unused = commands.ping().exceptionally(silent -> "");
    }

    /** Closes all connections; what is under way is given up, before the threads that would complete it end. */
    @Override
    public void close() {
        try {
            CompletableFuture.allOf(requests.closeAsync(), engine.closeAsync(), feed.closeAsync())
                    .get(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException leftOpen) {
            LOG.debug("A connection did not close: {}", leftOpen.toString());
        }
        shutdown();
    }

    private void shutdown() {
        client.shutdown(Duration.ZERO, CLOSE_LIMIT);
        resources.shutdown(0, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }
}
