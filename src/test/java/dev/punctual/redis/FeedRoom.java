package dev.punctual.redis;

import dev.punctual.core.NotificationState;
import dev.punctual.core.Queues;
import dev.punctual.testkit.RedisAccess;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.util.Map;

/** A whole redis room with short probes, and an ear at its feed. */
final class FeedRoom implements AutoCloseable {

    final String namespace = TestRedis.freshNamespace();
    final RedisKeys keys = new RedisKeys(namespace);
    final CountingTelemetry telemetry = new CountingTelemetry();
    final Ear ear = new Ear();
    final RedisRoom room;

    FeedRoom(RedisAccess redis) {
        this(redis.uri(), FeedSettings.Subscription.KEYEVENT, RedisSettings.FlagPolicy.AUTO);
    }

    FeedRoom(String uri, FeedSettings.Subscription subscription, RedisSettings.FlagPolicy flags) {
        RedisSettings settings = new RedisSettings(uri, null, null, flags, null, null);
        FeedSettings feed = new FeedSettings(subscription, Duration.ofMillis(100), Duration.ofMillis(300));
        Queues queues = new Queues(Map.of(), true, name -> {
            throw new IllegalStateException();
        });
        RedisRoom.Tenant tenant = new RedisRoom.Tenant(namespace, "test-1", queues, telemetry);
        this.room = new RedisRoom(settings, feed, RetentionSettings.DEFAULT, tenant);
        room.feed().start(ear);
        room.start(true);
    }

    NotificationState.State state() {
        return room.notifications().state();
    }

    @Override
    public void close() {
        room.close();
    }
}
