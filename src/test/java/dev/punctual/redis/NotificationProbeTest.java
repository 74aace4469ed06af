package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.NotificationState;
import dev.punctual.core.NotificationState.State;
import dev.punctual.testkit.RedisProcess;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class NotificationProbeTest {

    private static final Duration LIMIT = Duration.ofMillis(400);

    @Test
    void measuresFromTheExpiryToTheNotification() throws Exception {
        try (RedisProcess redis = RedisProcess.start("--notify-keyspace-events", "Ex");
                RedisConnections connections = SharedConnections.open(redis)) {
            redis.cli("DEBUG", "SET-ACTIVE-EXPIRE", "0");
            NotificationProbe probe = new NotificationProbe(SharedConnections.runner(connections), "probe", LIMIT);
            connections.feed().addListener(new RedisPubSubAdapter<>() {
                @Override
                public void message(String channel, String message) {
                    probe.heard();
                }
            });
            connections.feed().sync().subscribe("__keyevent@0__:expired");

            for (int i = 0; i < 3; i++) {
                assertThat(probe.run()).isNotNull().isLessThan(LIMIT);
            }
        }
    }

    @Test
    void findsNothingWhereNoNotificationComesAndIgnoresThoseThatComeLater() throws Exception {
        Namespace ns = new Namespace();
        NotificationProbe probe = new NotificationProbe(ns.runner, ns.keys.probe("one"), Duration.ofMillis(60));

        assertThat(probe.run()).isNull();
        probe.heard();
        assertThat(probe.run()).isNull();
        assertThat(ns.exists(ns.keys.probe("one"))).isFalse();
    }

    @Test
    void tellsStatesApart() {
        assertThat(NotificationProbe.state(Duration.ofMillis(2), NotificationFlags.Known.PRESENT, "do"))
                .isEqualTo(new NotificationState(State.ON, Duration.ofMillis(2), ""));
        assertThat(NotificationProbe.state(null, NotificationFlags.Known.MISSING, "do this")
                        .state())
                .isEqualTo(State.OFF);
        assertThat(NotificationProbe.state(null, NotificationFlags.Known.UNKNOWN, "do this")
                        .state())
                .isEqualTo(State.SILENT);
        assertThat(NotificationProbe.state(null, NotificationFlags.Known.PRESENT, "do this")
                        .reason())
                .contains("do this");
    }
}
