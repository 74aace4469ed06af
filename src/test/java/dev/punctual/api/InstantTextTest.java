package dev.punctual.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InstantTextTest {

    @ParameterizedTest
    @CsvSource({
        "2030-01-01T00:00:00Z, 2030-01-01T00:00:00.000Z",
        "2030-01-01t00:00:00z, 2030-01-01T00:00:00.000Z",
        "2030-01-01T05:30:00+05:30, 2030-01-01T00:00:00.000Z",
        "2029-12-31T19:00:00-05:00, 2030-01-01T00:00:00.000Z",
        "2030-01-01T23:59:00+23:59, 2030-01-01T00:00:00.000Z",
        "2029-12-31T24:00:00Z, 2030-01-01T00:00:00.000Z",
        "2029-12-31T24:00:00.000Z, 2030-01-01T00:00:00.000Z",
        "2016-12-31T23:59:60Z, 2017-01-01T00:00:00.000Z",
        "2017-01-01T05:29:60+05:30, 2017-01-01T00:00:00.000Z",
        "2030-01-01T00:00:00.1Z, 2030-01-01T00:00:00.100Z",
        "2030-01-01T00:00:00.1230Z, 2030-01-01T00:00:00.123Z",
        "2030-01-01T00:00:00.1230000001Z, 2030-01-01T00:00:00.124Z",
        "2030-01-01T00:00:00.99900000000000000000000001Z, 2030-01-01T00:00:01.000Z",
        "2028-02-29T00:00:00Z, 2028-02-29T00:00:00.000Z",
        "0000-01-01T00:00:00Z, 0000-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z"
    })
    void readsInstantsWithAnOffset(String sent, String answered) {
        Instant instant = InstantText.parse(sent);

        assertThat(instant).isEqualTo(Instant.parse(answered));
        assertThat(InstantText.format(instant)).isEqualTo(answered);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2030-01-01T00:00:00",
                "2030-01-01",
                "2030-01-01 00:00:00Z",
                "2030-01-01T00:00Z",
                "2030-1-1T00:00:00Z",
                "2030-02-29T00:00:00Z",
                "2030-13-01T00:00:00Z",
                "2030-01-00T00:00:00Z",
                "2030-01-01T24:00:01Z",
                "2030-01-01T24:00:00.001Z",
                "2030-01-01T25:00:00Z",
                "2030-01-01T00:60:00Z",
                "2030-01-01T00:00:61Z",
                "2030-01-01T00:00:60Z",
                "2030-01-15T23:59:60Z",
                "2030-01-01T00:00:00+24:00",
                "2030-01-01T00:00:00+01",
                "2030-01-01T00:00:00+0100",
                "2030-01-01T00:00:00.Z",
                "2030-01-01T00:00:00Z[Europe/Zurich]",
                "+12030-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "1893456000",
                "1893456000000",
                "now",
                "２０３０-01-01T00:00:00Z"
            })
    void refusesWhatIsNoInstantWithAnOffset(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> InstantText.parse(text));
    }
}
