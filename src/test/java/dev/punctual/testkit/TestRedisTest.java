package dev.punctual.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class TestRedisTest {

    @Test
    void isOneServerForAll() {
        assertThat(TestRedis.cli("PING")).isEqualTo("PONG");
        assertThat(TestRedis.shared()).isSameAs(TestRedis.shared());
        assertThat(TestRedis.uri()).isEqualTo(TestRedis.shared().uri());
    }

    @Test
    void allowsDebug() {
        assertThat(TestRedis.cli("DEBUG", "SET-ACTIVE-EXPIRE", "1")).isEqualTo("OK");
    }

    @Test
    void givesANewNamespaceEachTime() {
        assertThat(TestRedis.freshNamespace()).matches("t[a-z0-9]+").isNotEqualTo(TestRedis.freshNamespace());
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis:7.0", "redis:8.0-bookworm", "valkey/valkey:8.1", "local/redis:8.0", "redis"})
    void allowsDebugInImagesThatKnowTheOption(String image) {
        assertThat(List.of(RedisContainer.arguments(image))).contains("--enable-debug-command");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis:6", "redis:6.2", "redis:6.2-alpine", "registry.example/redis:5.0"})
    void leavesTheOptionOutWhereItIsUnknown(String image) {
        assertThat(List.of(RedisContainer.arguments(image))).doesNotContain("--enable-debug-command");
    }
}
