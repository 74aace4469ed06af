package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedRedisBinaryTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-amd64",
        "Linux, aarch64, linux-arm64",
        "Linux, i386, linux-386",
        "Mac OS X, x86_64, darwin-amd64",
        "Mac OS X, aarch64, darwin-arm64",
    })
    void hasAProgramForEachCommonPlatform(String os, String arch, String platform) {
        assertThat(EmbeddedRedisBinary.platform(os, arch)).isEqualTo(platform);
        assertThat(getClass().getResource("/redis-server-7.0.15-" + platform)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, s390x", "Mac OS X, i386", "FreeBSD, amd64"})
    void saysWhatToDoWhereThereIsNone(String os, String arch) {
        assertThatThrownBy(() -> EmbeddedRedisBinary.platform(os, arch))
                .isInstanceOf(EmbeddedRedisException.class)
                .hasMessageContainingAll(os, arch, "PUNCTUAL_REDIS_URI");
    }
}
