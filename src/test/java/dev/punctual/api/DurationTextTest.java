package dev.punctual.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "0s, 0, 0s",
        "0ms, 0, 0s",
        "1500ms, 1500, 1500ms",
        "30s, 30000, 30s",
        "60s, 60000, 1m",
        "90s, 90000, 90s",
        "10m, 600000, 10m",
        "90m, 5400000, 90m",
        "2h, 7200000, 2h",
        "36h, 129600000, 36h",
        "48h, 172800000, 2d",
        "7d, 604800000, 7d",
        "007s, 7000, 7s",
        "PT30M, 1800000, 30m",
        "P1DT12H, 129600000, 36h",
        "PT0.5S, 500, 500ms",
        "PT0.0001S, 1, 1ms",
        "pt1s, 1000, 1s",
        "-PT5S, -5000, -5s"
    })
    void readsAndWritesDurations(String sent, long millis, String answered) {
        assertThat(DurationText.parse(sent)).isEqualTo(Duration.ofMillis(millis));
        assertThat(DurationText.format(Duration.ofMillis(millis))).isEqualTo(answered);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5",
                "s",
                "-5s",
                "+5s",
                "1.5s",
                "5 s",
                "5S",
                "5w",
                "1e3s",
                "1e400d",
                "5s ",
                "P1Y",
                "P",
                "PT",
                "1h30m",
                "9223372036854775807s",
                "9223372036854775808ms",
                "99999999999999999999999999d",
                "PT9223372036854775807H",
                "106751991168d",
                "٣s"
            })
    void refusesWhatIsNoDuration(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.parse(text));
    }
}
