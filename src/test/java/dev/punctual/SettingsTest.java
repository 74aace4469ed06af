package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.PunctualException;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.jersey.validation.Validators;
import io.dropwizard.jetty.HttpConnectorFactory;
import jakarta.validation.Validator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code config.yml} of the repository under every kind of environment. */
final class SettingsTest {

    private static final String CONFIG = text();
    private static final Validator VALIDATOR = Validators.newValidator();

    static Stream<String> variables() {
        return Pattern.compile("\\$\\{(PUNCTUAL_[A-Z_]+):-")
                .matcher(CONFIG)
                .results()
                .map(found -> found.group(1))
                .distinct();
    }

    @Test
    void namesEveryVariableThatOthersRelyOn() {
        assertThat(variables())
                .contains(
                        "PUNCTUAL_PORT",
                        "PUNCTUAL_ADMIN_PORT",
                        "PUNCTUAL_BIND",
                        "PUNCTUAL_REDIS_URI",
                        "PUNCTUAL_NAMESPACE",
                        "PUNCTUAL_SWEEP_INTERVAL",
                        "PUNCTUAL_GRACE",
                        "PUNCTUAL_LEASE",
                        "PUNCTUAL_NUDGE",
                        "PUNCTUAL_FAST_PATH",
                        "PUNCTUAL_INSTANCE",
                        "PUNCTUAL_DATA_DIR");
    }

    @ParameterizedTest
    @MethodSource("variables")
    void takesTheDefaultWhereAVariableIsEmpty(String variable) throws Exception {
        assertThat(shown(load(CONFIG, Map.of(variable, "")))).isEqualTo(shown(load(CONFIG, Map.of())));
    }

    @ParameterizedTest
    @CsvSource({
        "PUNCTUAL_PORT,           abc,   server.applicationConnectors",
        "PUNCTUAL_PORT,           -1,    server",
        "PUNCTUAL_ADMIN_PORT,     abc,   server.adminConnectors",
        "PUNCTUAL_NAMESPACE,      a b,   namespace",
        "PUNCTUAL_NAMESPACE,      '{a}', namespace",
        "PUNCTUAL_SWEEP_INTERVAL, abc,   sweep.interval",
        "PUNCTUAL_SWEEP_INTERVAL, 0,     sweep.interval",
        "PUNCTUAL_SWEEP_INTERVAL, 0s,    sweep.interval",
        "PUNCTUAL_SWEEP_INTERVAL, -1,    sweep.interval",
        "PUNCTUAL_SWEEP_INTERVAL, PT-1S, sweep.interval",
        "PUNCTUAL_SWEEP_INTERVAL, 5,     sweep.interval",
        "PUNCTUAL_GRACE,          abc,   sweep.grace",
        "PUNCTUAL_GRACE,          PT-1S, sweep.grace",
        "PUNCTUAL_LEASE,          abc,   lease",
        "PUNCTUAL_LEASE,          0s,    lease",
        "PUNCTUAL_NUDGE,          abc,   nudge.enabled",
        "PUNCTUAL_NUDGE,          1,     nudge.enabled",
        "PUNCTUAL_FAST_PATH,      abc,   fastPath.enabled",
    })
    void refusesAValueByTheNameOfItsSetting(String variable, String value, String setting) {
        assertThatThrownBy(() -> load(CONFIG, Map.of(variable, value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(setting);
    }

    static Stream<Arguments> misspelt() {
        return Stream.of(
                Arguments.of("  interval:", "  intervall:", "intervall"),
                Arguments.of("  uri:", "  url:", "url"),
                Arguments.of("retention:", "retentoin:", "retentoin"),
                Arguments.of("unknownQueues:", "unknownQueue:", "unknownQueue"),
                Arguments.of("queues: {}", "queues: {mail: {tagret: list}}", "tagret"),
                Arguments.of("unknownQueues: list", "unknownQueues: refuse", "unknownQueues"),
                Arguments.of("notifyKeyspaceEvents: auto", "notifyKeyspaceEvents: always", "notifyKeyspaceEvents"));
    }

    @ParameterizedTest
    @MethodSource("misspelt")
    void refusesAKeyOrAWordThatItDoesNotKnow(String line, String wrong, String named) {
        assertThat(CONFIG).contains(line);
        assertThatThrownBy(() -> load(CONFIG.replace(line, wrong), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2s", "1999ms"})
    void refusesALeaseThatCouldLapseBeforeAClaimIsAnswered(String lease) throws Exception {
        var configuration = load(CONFIG, Map.of("PUNCTUAL_LEASE", lease));
        assertThatThrownBy(configuration::checkTogether)
                .isInstanceOf(PunctualException.class)
                .hasMessageContainingAll("lease", "redis.timeouts.command");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$ecret",
                "${HOME}",
                "$${PUNCTUAL_PORT:-1}",
                "a#b",
                " # c",
                "a:b: c",
                "it's",
                "''",
                "\"quoted\"",
                "a@b@c",
                "50%",
                "%41",
                "two words ",
                "back\\slash\\n",
                "{a: b}",
                "[1]",
                "*x",
                "&x",
                "!x",
                "ü€",
                "null",
                "~",
            })
    void readsEveryPasswordAsItIs(String password) throws Exception {
        String uri = "redis://user:" + password + "@redis.example:6380/2";
        assertThat(load(CONFIG, Map.of("PUNCTUAL_REDIS_URI", uri)).redis().uri())
                .isEqualTo(uri);
    }

    @Test
    void showsNoPasswordInASummary() throws Exception {
        var configuration = load(CONFIG, Map.of("PUNCTUAL_REDIS_URI", "redis://user:sesam@redis.example"));
        assertThat(configuration.summary("redis://redis.example:6379/0", "one")).doesNotContain("sesam");
    }

    private static PunctualConfiguration load(String text, Map<String, String> environment)
            throws IOException, ConfigurationException {
        var application = new PunctualApplication();
        var bootstrap = new Bootstrap<>(application);
        application.initialize(bootstrap);
        var source = new SubstitutingSourceProvider(
                path -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                new EnvironmentSubstitutor(environment));
        return bootstrap
                .getConfigurationFactoryFactory()
                .create(PunctualConfiguration.class, VALIDATOR, bootstrap.getObjectMapper(), "dw.test")
                .build(source, "config.yml");
    }

    private static String shown(PunctualConfiguration configuration) {
        var server = (DefaultServerFactory) configuration.getServerFactory();
        var application =
                (HttpConnectorFactory) server.getApplicationConnectors().get(0);
        var admin = (HttpConnectorFactory) server.getAdminConnectors().get(0);
        return configuration.summary(configuration.redis().toString(), configuration.instance())
                + configuration.lease()
                + application.getBindHost()
                + application.getPort()
                + admin.getPort();
    }

    private static String text() {
        try {
            return Files.readString(Path.of("config.yml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
