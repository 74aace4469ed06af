package dev.punctual.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which channels the feed listens to, and which key a message is about. Immutable. */
final class FeedChannels {

    private static final String EXPIRED = "expired";

    private final FeedSettings.Subscription subscription;
    private final RedisKeys keys;
    private final int database;
    private final String probeKey;
    private final String keyEvent;
    private final String keySpace;

    FeedChannels(FeedSettings.Subscription subscription, RedisKeys keys, int database, String probeKey) {
        this.subscription = subscription;
        this.keys = keys;
        this.database = database;
        this.probeKey = probeKey;
        this.keyEvent = "__keyevent@" + database + "__:expired";
        this.keySpace = "__keyspace@" + database + "__:";
    }

    /** The patterns to subscribe to; empty where a plain channel does. */
    List<String> patterns() {
        return switch (subscription) {
            case KEYEVENT -> List.of("__keyevent@*__:expired");
            case DATABASE -> List.of();
            case KEYSPACE -> List.of(keys.duePattern(database));
        };
    }

    /** The plain channels that serve in place of the patterns, where those are refused or not wanted. */
    List<String> plain() {
        return subscription == FeedSettings.Subscription.KEYSPACE ? List.of() : List.of(keyEvent);
    }

    /** Channels beside the notifications of due keys. */
    List<String> others() {
        return subscription == FeedSettings.Subscription.KEYSPACE
                ? List.of(keys.wake(), keySpace + probeKey)
                : List.of(keys.wake());
    }

    /** The flags that the server needs to publish what we listen to. */
    String flags() {
        return subscription == FeedSettings.Subscription.KEYSPACE ? "Kx" : "Ex";
    }

    boolean isWake(String channel) {
        return channel.equals(keys.wake());
    }

    /** The key of our database that expired; null for any other message. */
    @Nullable String expiredKey(String channel, String message) {
        if (channel.equals(keyEvent)) {
            return message;
        }
        return channel.startsWith(keySpace) && message.equals(EXPIRED) ? channel.substring(keySpace.length()) : null;
    }
}
