package dev.punctual.testkit;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class RedisProcessTest {

    @Test
    void answersWithTextNumberListAndNull() {
        try (RedisProcess redis = RedisProcess.start()) {
            assertThat(redis.cli("SET", "k", "Zürich")).isEqualTo("OK");
            assertThat(redis.cliString("GET", "k")).isEqualTo("Zürich");
            assertThat(redis.cliLong("INCR", "n")).isEqualTo(1);
            assertThat(redis.cli("MGET", "k", "absent")).isEqualTo(Arrays.asList("Zürich", null));
            assertThat(redis.cli("GET", "absent")).isNull();
            assertThat(redis.cliList("CONFIG", "GET", "port")).containsExactly("port", Integer.toString(redis.port()));
            assertThatThrownBy(() -> redis.cli("INCR", "k"))
                    .isInstanceOf(RespError.class)
                    .hasMessageStartingWith("ERR");
        }
    }

    @Test
    void reachesEachDatabaseAndComesBackToTheFirst() {
        try (RedisProcess redis = RedisProcess.start()) {
            redis.cliOn(3, "SET", "k", "three");
            assertThat(redis.cli("GET", "k")).isNull();
            assertThat(redis.cliOn(3, "GET", "k")).isEqualTo("three");
        }
    }

    @Test
    void holdsNotificationsBackUntilAKeyIsTouched() {
        try (RedisProcess redis = RedisProcess.start("--notify-keyspace-events", "Ex");
                RespClient subscriber = redis.connect()) {
            subscriber.call("PSUBSCRIBE", "__keyevent@*__:expired");
            redis.cli("DEBUG", "SET-ACTIVE-EXPIRE", "0");
            redis.cli("SET", "due", "0", "PX", "1");
            await("the key's lapse").until(() -> redis.cli("EXISTS", "due"), answer -> answer.equals(0L));
            assertThat(subscriber.read())
                    .isEqualTo(List.of("pmessage", "__keyevent@*__:expired", "__keyevent@0__:expired", "due"));
        }
    }

    @Test
    void isSilentWhileFrozenAndAnswersWhenThawed() {
        try (RedisProcess redis = RedisProcess.start();
                RespClient client = new RespClient(redis.host(), redis.port(), Duration.ofMillis(200))) {
            redis.freeze();
            client.send("INCR", "n");
            assertThatThrownBy(client::read).isInstanceOf(UncheckedIOException.class);
            redis.thaw();
            await("the answer").until(() -> redis.cli("GET", "n"), "1"::equals);
        }
    }

    @Test
    void comesBackOnTheSamePortAndDirectory() {
        try (RedisProcess redis = RedisProcess.start("--appendonly", "yes", "--appendfsync", "always")) {
            int port = redis.port();
            redis.cli("SET", "k", "v");
            redis.kill9();
            assertThat(redis.isRunning()).isFalse();
            redis.restart("--hz", "100");
            assertThat(redis.port()).isEqualTo(port);
            assertThat(redis.cli("GET", "k")).isEqualTo("v");
            assertThat(redis.cliList("CONFIG", "GET", "hz")).containsExactly("hz", "100");
        }
    }

    @Test
    void logsInWhereAPasswordIsRequired() {
        try (RedisProcess redis = RedisProcess.start("--requirepass", "s3cret")) {
            assertThat(redis.cli("PING")).isEqualTo("PONG");
            assertThat(redis.uri()).isEqualTo("redis://:s3cret@127.0.0.1:" + redis.port());
            assertThat(redis.uri("app", "pw")).isEqualTo("redis://app:pw@127.0.0.1:" + redis.port());
        }
    }

    @Test
    void sendsManyCommandsAtOnce() {
        try (RedisProcess redis = RedisProcess.start();
                RespClient client = redis.connect()) {
            List<Object> answers = client.pipeline(
                    List.of(new String[] {"SET", "k", "v"}, new String[] {"INCR", "k"}, new String[] {"GET", "k"}));
            assertThat(answers.get(0)).isEqualTo("OK");
            assertThat(answers.get(1)).isInstanceOf(RespError.class);
            assertThat(answers.get(2)).isEqualTo("v");
        }
    }

    @Test
    void saysWhyItDidNotStart() {
        assertThatThrownBy(() -> RedisProcess.start("--no-such-option", "yes"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-option");
    }
}
