package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.InvalidJobException;
import dev.punctual.core.PunctualException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JobUrlsTest {

    @ParameterizedTest
    @CsvSource({
        "hooks.example,           https://hooks.example/a",
        "hooks.example,           https://hooks.example:443/a?b=c",
        "hooks.example,           HTTPS://Hooks.Example/",
        "hooks.example:8443,      https://hooks.example:8443/",
        "http://hooks.example,    http://hooks.example/",
        "http://hooks.example:81, http://hooks.example:81/",
        "*.example,               https://a.b.example/",
        "*,                       https://any.where/",
        "10.1.2.3,                https://10.1.2.3/",
        "[2606:4700::1],          'https://[2606:4700::1]/'",
    })
    void takesWhatIsListed(String entry, String url) {
        assertThatCode(() -> JobUrls.of(List.of(entry)).check(url)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "hooks.example,        http://hooks.example/",
        "hooks.example,        https://hooks.example:8443/",
        "hooks.example,        https://evil.hooks.example/",
        "hooks.example,        https://hooks.example.evil.test/",
        "hooks.example,        https://hooks.example./",
        "hooks.example:8443,   https://hooks.example/",
        "http://hooks.example, https://hooks.example/",
        "http://hooks.example, http://hooks.example:22/",
        "*.example,            https://example/",
        "*.example,            https://notexample/",
        "*,                    http://any.where/",
        "*,                    https://any.where:22/",
        "10.0.0.0/8,           https://hooks.example/",
    })
    void refusesWhatIsNotListed(String entry, String url) {
        assertThatThrownBy(() -> JobUrls.of(List.of(entry)).check(url))
                .isInstanceOf(RefusedUrlException.class)
                .hasMessageContaining("does not list");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hooks.example",
                "/a",
                "file:///etc/passwd",
                "gopher://hooks.example/",
                "ftp://hooks.example/",
                "https:///a",
                "https://",
                "https://user:pass@hooks.example/",
                "https://hooks.example@evil.test/",
                "https://hooks.example\\@evil.test/",
                "https://hooks.example/#a",
                "https://hooks.example/ a",
                "https://hooks.example/\r\nX-Evil: 1",
                "https://hooks.example:0/",
                "https://hooks.example:65536/",
                "https://hooks.example:-1/",
                "https://2130706433/",
                "https://0x7f.1/",
                "https://127.1/",
                "https://0177.0.0.1/",
                "https://127.0.0.1.1/",
                "https://[fe80::1%25eth0]/",
                "https://münchen.example/",
            })
    void refusesWhatIsNoPlainUrl(String url) {
        assertThatThrownBy(() ->
                        JobUrls.of(List.of("*", "hooks.example", "http://*")).check(url))
                .isInstanceOf(RefusedUrlException.class)
                .hasMessageContaining("must be an http");
    }

    @Test
    void refusesAUrlThatIsTooLong() {
        assertThatThrownBy(() -> JobUrls.of(List.of("*")).check("https://a.example/" + "x".repeat(2048)))
                .isInstanceOf(RefusedUrlException.class);
    }

    @Test
    void refusesAnAddressThatIsNeitherPublicNorListed() throws UnknownHostException {
        JobUrls urls = JobUrls.of(List.of("hooks.example", "10.1.0.0/16", "http://127.0.0.1:8080", "[::1]"));
        for (String refused : List.of("10.2.0.1", "127.0.0.2", "192.168.0.1", "fe80::1")) {
            assertThatThrownBy(() -> urls.check("hooks.example", InetAddress.getByName(refused)))
                    .isInstanceOf(RefusedUrlException.class);
        }
        for (String taken : List.of("10.1.255.255", "127.0.0.1", "::1", "1.1.1.1")) {
            urls.check("hooks.example", InetAddress.getByName(taken));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ftp://hooks.example",
                "https://hooks.example/path",
                "hooks.example:0",
                "hooks.example:65536",
                "a b",
                "**",
                "*.*",
                "a.*",
                "10.0.0.0/33",
                "hooks/8",
                "::1",
                "300.1.1.1/8",
            })
    void refusesAnEntryThatCannotBeRead(String entry) {
        assertThatThrownBy(() -> JobUrls.of(List.of("hooks.example", entry)))
                .isInstanceOf(PunctualException.class)
                .hasMessageContaining("allowJobUrls[1] must be");
    }

    @Test
    void allowsNothingWhereItIsEmpty() {
        assertThat(JobUrls.of(List.of()).areAllowed()).isFalse();
        assertThatThrownBy(() -> JobUrls.of(List.of()).check("https://hooks.example/"))
                .isInstanceOf(RefusedUrlException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "hooks.example,  https://hooks.example/a",
        "*,              https://any.where/",
        "http://*:8080,  http://localhost:8080/",
        "10.1.2.3,       https://10.1.2.3/",
    })
    void admitsAJobWhoseUrlIsListed(String entry, String url) {
        assertThatCode(() -> JobUrls.of(List.of(entry)).admit(url)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,     https://hooks.example/,     allowJobUrls",
        "hooks.example,  https://other.example/,     does not list",
        "hooks.example,  ftp://hooks.example/,       must be",
        "*,              https://127.0.0.1/,         loopback",
        "*,              https://[::1]/,             loopback",
        "*,              https://169.254.169.254/,   link-local",
        "*,              'https://[::ffff:10.0.0.1]/', not listed",
    })
    void refusesAJobByTheFieldUrlBeforeItIsStored(String entry, String url, String why) {
        assertThatThrownBy(() -> JobUrls.of(List.of(entry)).admit(url))
                .isInstanceOfSatisfying(InvalidJobException.class, invalid -> assertThat(invalid.field())
                        .isEqualTo("url"))
                .hasMessageContaining(why);
    }
}
