package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final RetryAfter HEADER =
            new RetryAfter(new WebhookSettings.RetryAfter(Duration.ofSeconds(2), Duration.ofHours(1)), () -> NOW);

    @ParameterizedTest
    @CsvSource({
        "0, PT2S",
        "1, PT2S",
        "30, PT30S",
        "' 30 ', PT30S",
        "3600, PT1H",
        "3601, PT1H",
        "9999999999, PT1H",
        "99999999999999999999, PT1H",
        "'Mon, 30 Nov 2026 12:00:45 GMT', PT45S",
        "'Mon, 30 Nov 2026 11:00:00 GMT', PT2S",
        "'Thu, 01 Jan 1970 00:00:00 GMT', PT2S",
        "'Thu, 31 Dec 2099 23:59:59 GMT', PT1H",
        "'Fri, 31 Dec 2099 23:59:59 GMT', PT1H",
        "'30 Nov 2026 12:00:45 GMT', PT45S",
    })
    void keepsTheWaitWithinItsBounds(String header, Duration wait) {
        assertThat(HEADER.read(header, null)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-5", "soon", "1e9", "1.5", "30s", "2026-11-30T12:00:45Z", "Mon, 99 Nov 2026 12:00:45 GMT"})
    void passesOverWhatItCannotRead(String header) {
        assertThat(HEADER.read(header, null)).isEmpty();
    }

    @Test
    void asksForNothingWithoutTheHeader() {
        assertThat(HEADER.read(null, "Mon, 30 Nov 2026 12:00:00 GMT")).isEmpty();
    }

    @Test
    void countsFromTheReceiversOwnTime() {
        assertThat(HEADER.read("Mon, 30 Nov 2026 15:00:45 GMT", "Mon, 30 Nov 2026 15:00:00 GMT"))
                .contains(Duration.ofSeconds(45));
        assertThat(HEADER.read("Mon, 30 Nov 2026 12:00:45 GMT", "garbage")).contains(Duration.ofSeconds(45));
    }
}
