package dev.punctual.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.core.PunctualException;
import dev.punctual.core.QueueName;
import io.dropwizard.jersey.validation.Validators;
import jakarta.validation.Validator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class WebhookSettingsTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Validator VALIDATOR = Validators.newValidator();
    private static final QueueName QUEUE = new QueueName("mail");

    @Test
    void takesItsDefaultsForWhatIsAbsent() throws Exception {
        assertThat(new ObjectMapper().readValue("{}", WebhookSettings.class)).isEqualTo(WebhookSettings.DEFAULT);
    }

    @Test
    void readsWhatIsThere() throws Exception {
        String text =
                """
                {"url": "https://mail.example/jobs", "secrets": ["%s"], "headers": {"X-Team": "shop"}, "concurrency": 32,
                 "rate": 500, "final": [404, "410"], "allowJobUrls": ["hooks.example"]}"""
                        .formatted(SECRET);
        WebhookSettings settings = new ObjectMapper().readValue(text, WebhookSettings.class);
        assertThat(settings.url()).isEqualTo("https://mail.example/jobs");
        assertThat(settings.secrets()).containsExactly(SECRET);
        assertThat(settings.headers()).isEqualTo(Map.of("X-Team", "shop"));
        assertThat(settings.concurrency()).isEqualTo(32);
        assertThat(settings.rate()).isEqualTo(500);
        assertThat(settings.finals()).containsExactly("404", "410");
        assertThat(settings.allowJobUrls()).containsExactly("hooks.example");
        assertThat(VALIDATOR.validate(settings)).isEmpty();
    }

    @Test
    void connectsWithinItsTimeLimitWhereThatIsShort() throws Exception {
        Settings settings = Settings.to("https://mail.example/");
        WebhookSettings brief = settings.timeout(Duration.ofSeconds(1)).build();
        assertThat(brief.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void showsNoSecret() {
        String shown = Settings.to("https://mail.example/jobs?token=sesam")
                .secrets(SECRET)
                .headers(Map.of("Authorization", "Bearer sesam"))
                .build()
                .toString();
        assertThat(shown)
                .contains("https://mail.example/jobs", "secrets=1", "Authorization")
                .doesNotContain("sesam", SECRET.substring(6));
    }

    static Stream<Arguments> wrongTexts() {
        return Stream.of(
                Arguments.of(Settings.to(null), "url is missing"),
                Arguments.of(Settings.to(null).allow("10.0.0.0/8"), "url is missing"),
                Arguments.of(Settings.to("mail.example"), "url must be"),
                Arguments.of(Settings.to("ftp://mail.example/sesam"), "url must be"),
                Arguments.of(Settings.to("https://u:sesam@mail.example/"), "url must be"),
                Arguments.of(good().secrets(SECRET, "sesam"), "secrets[1] must be whsec_"),
                Arguments.of(good().secrets("whsec_c2VzYW0="), "secrets[0] must be whsec_"),
                Arguments.of(good().secrets("whsec_" + "sesam".repeat(40)), "secrets[0] must be whsec_"),
                Arguments.of(good().headers(Map.of("A B", "sesam")), "headers: 'A B'"),
                Arguments.of(good().headers(Map.of("Webhook-Id", "sesam")), "headers: 'Webhook-Id' is set"),
                Arguments.of(good().headers(Map.of("Host", "sesam")), "headers: 'Host' is set"),
                Arguments.of(good().headers(Map.of("X-Team", "sesam\r\nX: y")), "headers.X-Team must be"),
                Arguments.of(good().statuses(List.of("sesam"), List.of()), "success must hold"),
                Arguments.of(good().statuses(List.of("199"), List.of()), "success must hold"),
                Arguments.of(good().statuses(List.of(), List.of()), "success must hold"),
                Arguments.of(good().statuses(List.of("2xx"), List.of("6xx")), "final must hold"),
                Arguments.of(good().statuses(List.of("2xx", "4xx"), List.of("410")), "success and final must not"),
                Arguments.of(
                        good().retryAfter(Duration.ofSeconds(2), Duration.ofSeconds(1)), "retryAfter.min must not"),
                Arguments.of(good().timeouts(Duration.ofSeconds(1), Duration.ofSeconds(2)), "connectTimeout must not"),
                Arguments.of(
                        good().circuit(new WebhookSettings.Circuit(
                                null, null, null, Duration.ofMinutes(2), Duration.ofMinutes(1), null)),
                        "circuit.rest must not"),
                Arguments.of(good().allow("sesam/"), "allowJobUrls[0] must be"));
    }

    private static Settings good() {
        return Settings.to("https://mail.example/jobs");
    }

    @ParameterizedTest
    @MethodSource("wrongTexts")
    void refusesATextByTheNameOfItsSetting(Settings settings, String message) {
        try (Webhooks webhooks = new Webhooks()) {
            assertThatThrownBy(() -> webhooks.open(QUEUE, settings.build()))
                    .isInstanceOf(PunctualException.class)
                    .hasMessageStartingWith("queues.mail." + message);
        }
    }

    @Test
    void printsNoSecretThatItRefuses() {
        try (Webhooks webhooks = new Webhooks()) {
            assertThatThrownBy(
                            () -> webhooks.open(QUEUE, good().secrets("sesam").build()))
                    .hasMessageNotContaining("sesam");
            assertThatThrownBy(() -> webhooks.open(
                            QUEUE, Settings.to("https://u:sesam@mail.example/").build()))
                    .hasMessageNotContaining("sesam");
            assertThatThrownBy(() -> webhooks.open(
                            QUEUE,
                            good().headers(Map.of("Authorization", "sesam\n")).build()))
                    .hasMessageNotContaining("sesam");
        }
    }

    static Stream<Arguments> wrongNumbers() {
        Duration second = Duration.ofSeconds(1);
        return Stream.of(
                Arguments.of(good().concurrency(0), "concurrency"),
                Arguments.of(good().concurrency(10_001), "concurrency"),
                Arguments.of(good().rate(0), "rate"),
                Arguments.of(good().rate(-1), "rate"),
                Arguments.of(good().rate(1e9), "rate"),
                Arguments.of(good().timeouts(Duration.ZERO, second), "timeout"),
                Arguments.of(good().timeouts(Duration.ofHours(2), second), "timeout"),
                Arguments.of(good().timeouts(second, Duration.ZERO), "connectTimeout"),
                Arguments.of(good().retryAfter(Duration.ofSeconds(-1), second), "retryAfter.min"),
                Arguments.of(good().circuit(circuit(0.0, 1, second)), "circuit.failureRate"),
                Arguments.of(good().circuit(circuit(1.5, 1, second)), "circuit.failureRate"),
                Arguments.of(good().circuit(circuit(0.5, 0, second)), "circuit.calls"),
                Arguments.of(good().circuit(circuit(0.5, 1, Duration.ofMillis(500))), "circuit.window"));
    }

    private static WebhookSettings.Circuit circuit(double failureRate, int calls, Duration window) {
        return new WebhookSettings.Circuit(failureRate, calls, window, null, null, null);
    }

    @ParameterizedTest
    @MethodSource("wrongNumbers")
    void refusesANumberByTheNameOfItsSetting(Settings settings, String setting) {
        assertThat(VALIDATOR.validate(settings.build()))
                .extracting(violation -> violation.getPropertyPath().toString())
                .containsExactly(setting);
    }
}
