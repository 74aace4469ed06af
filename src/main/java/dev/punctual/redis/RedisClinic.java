package dev.punctual.redis;

import dev.punctual.core.PunctualException;
import dev.punctual.core.RedisExaminer;
import dev.punctual.core.RedisFacts.Stock;
import dev.punctual.core.Telemetry;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/** Examines and mends the Redis of a service without the service. One connection; to be closed. Not for several threads. */
public final class RedisClinic implements AutoCloseable {

    private static final ServerExaminer.Limits LIMITS =
            new ServerExaminer.Limits(Duration.ofSeconds(2), Duration.ofSeconds(30));
    private static final Duration REPAIR_LIMIT = Duration.ofHours(1);

    private final RedisClient client;
    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final RedisExaminer examiner;

    private RedisClinic(
            RedisClient client, StatefulRedisConnection<String, String> open, int database, String namespace) {
        this.client = client;
        this.runner =
                new ScriptRunner(() -> open, RedisSettings.DEFAULT.timeouts().command(), Telemetry.NONE);
        this.keys = new RedisKeys(namespace);
        String instance = UUID.randomUUID().toString();
        FeedChannels channels =
                new FeedChannels(FeedSettings.DEFAULT.subscription(), keys, database, keys.probe(instance));
        this.examiner = new ServerExaminer(
                runner,
                keys,
                new ServerExaminer.Wants(
                        instance,
                        channels.flags(),
                        NeededRights.of(namespace, channels, NeededRights.noQueues(namespace))),
                new NotificationTrial(client, runner, channels, keys.probe(instance)),
                LIMITS);
    }

    /**
     * Connects.
     *
     * @param uri as in the setting {@code redis.uri}
     * @param dataDir where the embedded Redis keeps its data, for {@code embedded}
     * @param namespace the beginning of every key
     * @throws dev.punctual.core.StoreUnavailableException if Redis cannot be reached; the message never has a password
     * @throws PunctualException if the address is none, or Redis refuses the connection
     */
    public static RedisClinic open(String uri, Path dataDir, String namespace) {
        RedisAddress address = RedisShell.addressOf(uri, dataDir);
        RedisURI target = address.toUri(RedisSettings.DEFAULT.timeouts());
        target.setClientName("punctual-doctor");
        RedisClient client = RedisClient.create(target);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .timeoutOptions(
                        TimeoutOptions.enabled(RedisSettings.DEFAULT.timeouts().command()))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(RedisSettings.DEFAULT.timeouts().connect())
                        .build())
                .build());
        try {
            return new RedisClinic(client, client.connect(), address.database(), namespace);
        } catch (RedisException failed) {
            client.shutdown(Duration.ZERO, Duration.ZERO);
            throw RedisShell.notConnected(address, failed);
        }
    }

    /** Asks Redis for all that the doctor judges. */
    public RedisExaminer examiner() {
        return examiner;
    }

    /**
     * Puts back jobs that have lost their place, and takes off entries and due keys that have no job, in steps of about a
     * millisecond. Idempotent, and safe beside running services.
     *
     * @return what was mended
     */
    public Stock repair() {
        return new OrphanSearch(runner, keys, true).run(REPAIR_LIMIT);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ZERO);
    }
}
