package dev.punctual.redis;

import dev.punctual.core.DueKey;
import dev.punctual.core.ExpiryFeed;
import dev.punctual.core.QueueName;
import dev.punctual.core.Telemetry;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notifications of Redis. One subscription, whatever happens to the connection: Lettuce repeats it after a
 * reconnect, and {@link #ensureSubscribed} asks again where the server refused. The listener's thread only filters.
 */
final class RedisExpiryFeed implements ExpiryFeed {

    private static final Logger LOG = LoggerFactory.getLogger(RedisExpiryFeed.class);

    /** As {@code beat_instance.lua} publishes it. */
    private static final String INSTANCES_CHANGED = "instances";

    /** As {@code _parked.lua} and {@code hold_queue.lua} publish it, before the queue. */
    private static final String PARKED = "parked:";

    private final StatefulRedisPubSubConnection<String, String> connection;
    private final RedisKeys keys;
    private final FeedChannels channels;
    private final String probeKey;
    private final Runnable probeHeard;
    private final Telemetry telemetry;

    private final Set<String> standing = ConcurrentHashMap.newKeySet();

    private volatile @Nullable Listener listener;
    private volatile Runnable whenListening = () -> {};
    private volatile boolean listening;
    private volatile @Nullable String refusal;

    /**
     * @param probeKey its expiry is told to {@code probeHeard} alone
     */
    RedisExpiryFeed(
            StatefulRedisPubSubConnection<String, String> connection,
            RedisKeys keys,
            FeedChannels channels,
            String probeKey,
            Runnable probeHeard,
            Telemetry telemetry) {
        this.connection = connection;
        this.keys = keys;
        this.channels = channels;
        this.probeKey = probeKey;
        this.probeHeard = probeHeard;
        this.telemetry = telemetry;
    }

    @Override
    public void start(Listener listener) {
        this.listener = listener;
        connection.addListener(new Messages());
        connection.addListener(new ConnectionState());
        ensureSubscribed();
    }

    /** Is run whenever the subscription stands anew; must not block. */
    void whenListening(Runnable told) {
        whenListening = told;
    }

    /** Whether the subscription stands. */
    boolean isListening() {
        return listening;
    }

    /** Why the server refused the subscription; null where it did not. */
    @Nullable String refusal() {
        return refusal;
    }

    /** Subscribes where that is missing; cheap where it is not. Returns at once. */
    void ensureSubscribed() {
        if (listener == null || !connection.isOpen()) {
            return;
        }
        for (String channel : channels.others()) {
            if (!standing.contains(channel)) { // its right may be granted later than that to the notifications
                connection.async().subscribe(channel).exceptionally(refused -> null);
            }
        }
        if (listening) {
            return;
        }
        if (channels.patterns().isEmpty()) {
            subscribePlain();
            return;
        }
        connection
                .async()
                .psubscribe(channels.patterns().toArray(String[]::new))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        // A user may hold a right to the one channel and not to the pattern.
                        subscribePlain();
                    }
                });
    }

    private void subscribePlain() {
        if (channels.plain().isEmpty()) {
            refusal = "the Redis user may not subscribe to " + channels.patterns();
            return;
        }
        CompletionStage<Void> subscribed =
                connection.async().subscribe(channels.plain().toArray(String[]::new));
        subscribed.whenComplete((done, failure) -> {
            if (RedisFailures.root(failure) instanceof RedisCommandExecutionException refused) {
                if (refusal == null) {
                    LOG.warn(
                            "Redis refuses the subscription, so every job fires by the sweep path: {}. Grant the channels to"
                                    + " the user, for example: ACL SETUSER <user> &__keyevent@*__:expired &{}",
                            refused.getMessage(),
                            keys.wake());
                }
                refusal = String.valueOf(refused.getMessage());
            }
        });
    }

    private void stands(String channelOrPattern) {
        standing.add(channelOrPattern);
        if (channels.patterns().contains(channelOrPattern) || channels.plain().contains(channelOrPattern)) {
            refusal = null;
            listening = true;
            whenListening.run();
            Listener told = listener;
            if (told != null) {
                told.listening();
            }
        }
    }

    private void handle(String channel, String message) {
        Listener told = listener;
        if (told == null) {
            return;
        }
        if (channels.isWake(channel)) {
            wake(told, message);
            return;
        }
        String key = channels.expiredKey(channel, message);
        if (key != null && key.equals(probeKey)) {
            probeHeard.run();
            telemetry.notification("probe");
            return;
        }
        Optional<DueKey> due = key == null ? Optional.empty() : keys.parseDue(key);
        if (due.isPresent()) {
            told.expired(due.get());
        } else {
            telemetry.notification("foreign");
        }
    }

    private static void wake(Listener told, String message) {
        if (message.equals(INSTANCES_CHANGED)) {
            told.instancesChanged();
            return;
        }
        if (message.startsWith(PARKED) && QueueName.isValid(message.substring(PARKED.length()))) {
            told.parked(new QueueName(message.substring(PARKED.length())));
            return;
        }
        try {
            told.earliest(Instant.ofEpochMilli(Long.parseLong(message)));
        } catch (NumberFormatException forged) {
            LOG.debug("Not a wake-up: {}", message);
        }
    }

    private final class Messages extends RedisPubSubAdapter<String, String> {
        @Override
        public void message(String channel, String message) {
            handle(channel, message);
        }

        @Override
        public void message(String pattern, String channel, String message) {
            handle(channel, message);
        }

        @Override
        public void subscribed(String channel, long count) {
            stands(channel);
        }

        @Override
        public void psubscribed(String pattern, long count) {
            stands(pattern);
        }
    }

    private final class ConnectionState implements RedisConnectionStateListener {
        @Override
        public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
            listening = false;
            standing.clear();
            Listener told = listener;
            if (told != null) {
                told.deaf();
            }
        }
    }
}
