package dev.punctual.redis;

import dev.punctual.core.NotificationState;
import dev.punctual.core.NotificationState.State;
import dev.punctual.core.PunctualException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.function.Supplier;

/** Finds out by one probe key whether notifications arrive, over a subscription of its own. */
final class NotificationTrial implements Supplier<NotificationState> {

    private final RedisClient client;
    private final FeedChannels channels;
    private final NotificationProbe probe;
    private final NotificationFlags flags;
    private final String probeKey;

    NotificationTrial(RedisClient client, ScriptRunner runner, FeedChannels channels, String probeKey) {
        this.client = client;
        this.channels = channels;
        this.probeKey = probeKey;
        this.probe = new NotificationProbe(runner, probeKey, FeedSettings.DEFAULT.probeTimeout());
        this.flags = new NotificationFlags(runner, RedisSettings.FlagPolicy.CHECK, channels.flags());
    }

    @Override
    public NotificationState get() {
        try (StatefulRedisPubSubConnection<String, String> feed = client.connectPubSub()) {
            feed.addListener(new Ear());
            List<String> plain = channels.plain();
            feed.sync().subscribe(plain.toArray(String[]::new));
            var lag = probe.run();
            return NotificationProbe.state(
                    lag, lag == null ? flags.look() : NotificationFlags.Known.PRESENT, flags.remedy());
        } catch (RedisException refused) {
            return new NotificationState(State.FORBIDDEN, null, String.valueOf(refused.getMessage()));
        } catch (PunctualException failed) {
            return new NotificationState(State.SILENT, null, String.valueOf(failed.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new NotificationState(State.SILENT, null, "interrupted");
        }
    }

    private final class Ear extends RedisPubSubAdapter<String, String> {
        @Override
        public void message(String channel, String message) {
            if (probeKey.equals(channels.expiredKey(channel, message))) {
                probe.heard();
            }
        }
    }
}
