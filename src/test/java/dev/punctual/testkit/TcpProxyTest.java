package dev.punctual.testkit;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class TcpProxyTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    private static RedisProcess redis;

    private TcpProxy proxy;

    @BeforeAll
    static void startRedis() {
        redis = RedisProcess.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void startProxy() {
        redis.cli("FLUSHALL");
        proxy = TcpProxy.to(redis);
    }

    @AfterEach
    void stopProxy() {
        proxy.close();
    }

    @Test
    void forwardsBothWays() {
        try (RespClient client = client()) {
            String large = "x".repeat(1_000_000);
            assertThat(client.call("ECHO", large)).isEqualTo(large);
        }
        await("the closed link").until(() -> proxy.links().isEmpty());
    }

    @Test
    void holdsWhatTheClientSendsUntilItResumes() {
        try (RespClient client = client()) {
            proxy.holdToTarget();
            client.send("INCR", "n");
            assertSilent(client);
            assertThat(redis.cli("GET", "n")).isNull();
            proxy.resume();
            assertThat(client.read()).isEqualTo(1L);
        }
    }

    @Test
    void holdsWhatTheTargetSendsUntilItResumes() {
        try (RespClient client = client()) {
            proxy.holdToClient();
            client.send("INCR", "n");
            assertSilent(client);
            assertThat(redis.cli("GET", "n")).isEqualTo("1");
            proxy.resume();
            assertThat(client.read()).isEqualTo(1L);
        }
    }

    @Test
    void holdsOneLinkAlone() {
        try (RespClient subscriber = client();
                RespClient other = client()) {
            subscriber.call("PSUBSCRIBE", "*");
            other.call("PING");
            ProxyLink link = proxy.links().stream()
                    .filter(each -> each.hasSent("PSUBSCRIBE"))
                    .findFirst()
                    .orElseThrow();
            link.holdToClient();
            other.call("PUBLISH", "c", "m");
            assertSilent(subscriber);
            link.resume();
            assertThat(subscriber.read()).asString().contains("pmessage");
        }
    }

    @Test
    void cutsWhatIsOpenAndAcceptsNewConnections() {
        try (RespClient client = client()) {
            client.call("PING");
            proxy.cut();
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(UncheckedIOException.class);
        }
        try (RespClient again = client()) {
            assertThat(again.call("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void refusesConnectionsUntilItAcceptsAgain() {
        proxy.refuse();
        assertThatThrownBy(this::client).isInstanceOf(UncheckedIOException.class);
        proxy.accept();
        try (RespClient client = client()) {
            assertThat(client.call("PING")).isEqualTo("PONG");
        }
    }

    private RespClient client() {
        return new RespClient("127.0.0.1", proxy.port(), SHORT);
    }

    private static void assertSilent(RespClient client) {
        assertThatThrownBy(client::read).hasCauseInstanceOf(SocketTimeoutException.class);
    }
}
