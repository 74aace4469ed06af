package dev.punctual.redis;

import static dev.punctual.core.NotificationState.State.FORBIDDEN;
import static dev.punctual.core.NotificationState.State.OFF;
import static dev.punctual.core.NotificationState.State.ON;
import static dev.punctual.core.NotificationState.State.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("redis")
class RedisExpiryFeedTest {

    private static RedisProcess redis;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start("--save", "");
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void noFlags() {
        redis.cli("CONFIG", "SET", "notify-keyspace-events", "");
        redis.cli("FLUSHALL");
    }

    @ParameterizedTest
    @EnumSource(FeedSettings.Subscription.class)
    void tellsOfOurDueKeysAndOfNothingElse(FeedSettings.Subscription subscription) {
        try (FeedRoom feed = new FeedRoom(redis.uri() + "/3", subscription, RedisSettings.FlagPolicy.AUTO)) {
            Await.await("on").until(() -> feed.state() == ON);
            String due = feed.keys.due(Namespace.hint("a:b", 42));

            for (String foreign : List.of(
                    "foreign",
                    due + " ",
                    due.replace(":42:", ":0:"),
                    due.replace(":42:", ":x:"),
                    due.replace(":42:", ":1234567890123456:"),
                    feed.keys.job("a"),
                    due.replace(":due:", ":dew:"),
                    due.substring(0, due.indexOf("42")),
                    "other" + due,
                    due.replace("a:b", ".."))) {
                expire(3, foreign);
            }
            expire(0, feed.keys.due(Namespace.hint("other-database", 1)));
            redis.cli("PUBLISH", "__keyevent@0__:expired", feed.keys.due(Namespace.hint("other-database", 1)));
            expire(3, due);

            Await.await("the due key").until(() -> !feed.ear.expired.isEmpty());
            assertThat(feed.ear.expired).containsExactly(Namespace.hint("a:b", 42));
        }
    }

    @Test
    void spendsNoCommandOnForeignKeys() {
        try (FeedRoom feed = new FeedRoom(redis)) {
            Await.await("on").until(() -> feed.state() == ON);
            int answered = feed.telemetry.commands();

            for (int i = 0; i < 2_000; i++) {
                redis.cli("PUBLISH", "__keyevent@5__:expired", feed.keys.due(Namespace.hint("a", 1)));
                redis.cli("PUBLISH", "__keyevent@0__:expired", "foreign-" + i + "x".repeat(i % 100));
            }
            Await.await("all heard").until(() -> feed.telemetry.notifications("foreign") >= 4_000);

            assertThat(feed.ear.expired).isEmpty();
            // Probes go on meanwhile, a few commands each.
            assertThat(feed.telemetry.commands() - answered).isLessThan(600);
            assertThat(feed.state()).isEqualTo(ON);
        }
    }

    @Test
    void survivesNamesThatAreNoText() {
        try (FeedRoom feed = new FeedRoom(redis);
                var sender = redis.connect()) {
            Await.await("on").until(() -> feed.state() == ON);
            byte[] channel = ascii("__keyevent@0__:expired");
            byte[] prefix = ascii("{" + feed.namespace + ".0}:due:1:");
            byte[] invalid = Arrays.copyOf(prefix, prefix.length + 3);
            invalid[prefix.length] = (byte) 0xff;
            invalid[prefix.length + 1] = (byte) 0xc0;
            for (byte[] message : List.of(invalid, new byte[0], new byte[1], new byte[1_000_000], prefix)) {
                sender.send(ascii("PUBLISH"), channel, message);
                sender.read();
            }
            for (String forged : List.of("", "x", "99999999999999999999", "-1", "1.5")) {
                redis.cli("PUBLISH", feed.keys.wake(), forged);
            }
            expire(0, feed.keys.due(Namespace.hint("a", 1)));

            Await.await("the due key").until(() -> !feed.ear.expired.isEmpty());
            assertThat(feed.ear.expired).containsExactly(Namespace.hint("a", 1));
        }
    }

    @Test
    void passesOnThatAJobBecameTheEarliest() {
        try (FeedRoom feed = new FeedRoom(redis)) {
            Await.await("listens").until(() -> redis.cliLong("PUBLISH", feed.keys.wake(), "1234567890123") > 0);

            Await.await("told").until(() -> feed.ear.earliest.contains(Instant.ofEpochMilli(1234567890123L)));
        }
    }

    @Test
    void keepsOneSubscriptionHoweverOftenItIsCut() {
        try (FeedRoom feed = new FeedRoom(redis)) {
            Await.await("on").until(() -> feed.state() == ON);
            for (int i = 1; i <= 20; i++) {
                int stood = feed.ear.listening.get();
                redis.cli("CLIENT", "KILL", "TYPE", "pubsub");
                Await.await("listens again").until(() -> feed.ear.listening.get() > stood);
            }

            assertThat(redis.cliLong("PUBSUB", "NUMPAT")).isEqualTo(1);
            assertThat(redis.cliString("CLIENT", "LIST", "TYPE", "pubsub").lines())
                    .hasSize(1);
            assertThat(feed.ear.deaf.get()).isGreaterThanOrEqualTo(20);
            expire(0, feed.keys.due(Namespace.hint("a", 1)));
            Await.await("heard").until(() -> !feed.ear.expired.isEmpty());
            assertThat(feed.ear.expired).hasSize(1);
        }
    }

    @Test
    void isForbiddenWithoutChannelRightsAndRecoversWhenTheyAreGranted() {
        redis.cli("ACL", "SETUSER", "fed", "reset", "on", ">secret", "~*", "+@all", "resetchannels");
        try (FeedRoom feed = forbidden(FeedSettings.Subscription.KEYEVENT)) {
            Await.await("forbidden").until(() -> feed.state() == FORBIDDEN);
            assertThat(feed.room.notifications().reason()).containsIgnoringCase("permission");

            redis.cli("ACL", "SETUSER", "fed", "&__keyevent@*__:expired");

            Await.await("on").until(() -> feed.state() == ON);
            assertThat(feed.ear.listening.get()).isEqualTo(1);
        }
    }

    @Test
    void makesDoWithTheRightToTheOneChannelOfItsDatabase() {
        redis.cli(
                "ACL",
                "SETUSER",
                "fed",
                "reset",
                "on",
                ">secret",
                "~*",
                "+@all",
                "resetchannels",
                "&__keyevent@0__:expired");
        try (FeedRoom feed = forbidden(FeedSettings.Subscription.KEYEVENT)) {
            Await.await("on").until(() -> feed.state() == ON);
            expire(0, feed.keys.due(Namespace.hint("a", 1)));
            Await.await("heard").until(() -> feed.ear.expired.size() == 1);
        }
    }

    @Test
    void isForbiddenByKeyspaceWithoutTheRightAndRecovers() {
        redis.cli("ACL", "SETUSER", "fed", "reset", "on", ">secret", "~*", "+@all", "resetchannels");
        try (FeedRoom feed = forbidden(FeedSettings.Subscription.KEYSPACE)) {
            Await.await("forbidden").until(() -> feed.state() == FORBIDDEN);

            redis.cli("ACL", "SETUSER", "fed", "allchannels");

            Await.await("on").until(() -> feed.state() == ON);
        }
    }

    @Test
    void hearsOfEarliestJobsThoughThatRightIsGrantedLater() {
        redis.cli(
                "ACL",
                "SETUSER",
                "fed",
                "reset",
                "on",
                ">secret",
                "~*",
                "+@all",
                "resetchannels",
                "&__keyevent@*__:expired");
        try (FeedRoom feed = forbidden(FeedSettings.Subscription.KEYEVENT)) {
            Await.await("on").until(() -> feed.state() == ON);

            redis.cli("ACL", "SETUSER", "fed", "&" + feed.keys.wake());

            Await.await("listens").until(() -> redis.cliLong("PUBLISH", feed.keys.wake(), "1234567890123") > 0);
        }
    }

    @Test
    void isOffWhileFlagsAreMissingSilentWhereNothingIsKnownAndOnWhenTheyReturn() {
        try (FeedRoom check =
                        new FeedRoom(redis.uri(), FeedSettings.Subscription.KEYEVENT, RedisSettings.FlagPolicy.CHECK);
                FeedRoom off =
                        new FeedRoom(redis.uri(), FeedSettings.Subscription.KEYEVENT, RedisSettings.FlagPolicy.OFF)) {
            Await.await("off").until(() -> check.state() == OFF);
            Await.await("silent").until(() -> off.room.notifications().reason().contains("probe key"));
            assertThat(off.state()).isEqualTo(SILENT);
            assertThat(check.room.notifications().reason()).contains("CONFIG SET notify-keyspace-events Ex");

            redis.cli("CONFIG", "SET", "notify-keyspace-events", "Ex");

            Await.await("on").until(() -> check.state() == ON && off.state() == ON);
            assertThat(check.room.notifications().probeLag()).isLessThan(Duration.ofMillis(300));
        }
    }

    @Test
    void bringsTheFlagsBackAfterARestartOfRedis() {
        try (RedisProcess own = RedisProcess.start("--save", "");
                FeedRoom feed = new FeedRoom(own)) {
            Await.await("on").until(() -> feed.state() == ON);

            own.restart();

            Await.await("flags").ignoreExceptions().until(() -> flags(own).contains("x"));
            Await.await("on").until(() -> feed.state() == ON);
            assertThat(feed.ear.listening.get()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void hearsABurst() {
        try (FeedRoom feed = new FeedRoom(redis)) {
            Await.await("on").until(() -> feed.state() == ON);
            IntStream.range(0, 5_000)
                    .forEach(i -> redis.cli("SET", feed.keys.due(Namespace.hint("a" + i, 1)), "0", "PX", "1"));

            Await.await("all").until(() -> feed.ear.expired.size() == 5_000);
            assertThat(feed.ear.expired).doesNotHaveDuplicates();
        }
    }

    private static FeedRoom forbidden(FeedSettings.Subscription subscription) {
        return new FeedRoom(redis.uri("fed", "secret"), subscription, RedisSettings.FlagPolicy.AUTO);
    }

    private static void expire(int database, String key) {
        redis.cliOn(database, "SET", key, "0", "PX", "1");
        Await.await("expired").until(() -> (Long) redis.cliOn(database, "EXISTS", key) == 0);
    }

    private static String flags(RedisProcess server) {
        return server.cliList("CONFIG", "GET", "notify-keyspace-events").get(1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
