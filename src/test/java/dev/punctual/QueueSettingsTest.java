package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.InvalidJobException;
import dev.punctual.core.PunctualException;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Target;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.jersey.validation.Validators;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The queues of {@code config.yml}, each with its kind of target. */
final class QueueSettingsTest {

    private static final String SECRET = "whsec_c2VzYW1zZXNhbXNlc2Ftc2VzYW1zZXNhbXNlc2Ft";

    @Test
    void takesAListWhereNothingIsSaid() {
        assertThat(target("mail:")).isEqualTo(new Target.RedisList("punctual:queue:mail"));
        assertThat(target("mail: {}")).isEqualTo(new Target.RedisList("punctual:queue:mail"));
        assertThat(target("mail: {key: 'a:b'}")).isEqualTo(new Target.RedisList("a:b"));
    }

    @Test
    void readsEveryKindOfTarget() {
        assertThat(target("mail: {target: list, key: 'orders:close'}")).isEqualTo(new Target.RedisList("orders:close"));
        assertThat(target("mail: {target: stream, key: audit, maxLength: 100000}"))
                .isEqualTo(new Target.RedisStream("audit", 100_000L));
        assertThat(target("mail: {target: stream}")).isEqualTo(new Target.RedisStream("punctual:stream:mail", null));
        assertThat(target("mail: {target: channel, channel: notices}")).isEqualTo(new Target.Channel("notices"));
        assertThat(target("mail: {target: channel}")).isEqualTo(new Target.Channel("punctual:channel:mail"));
        assertThat(target("mail: {target: pull}")).isEqualTo(new Target.Pull(Duration.ofSeconds(30)));
        assertThat(target("mail: {target: pull, lease: 60s}")).isEqualTo(new Target.Pull(Duration.ofSeconds(60)));
        assertThat(target("mail: {target: handler}")).isEqualTo(new Target.Handler(Duration.ofSeconds(30)));
    }

    @Test
    void readsAWebhookWithAllItMayHave() {
        var configuration = load(
                """
                mail:
                  target: webhook
                  url: 'https://mail.example/jobs'
                  secrets: ['%1$s', '%1$s']
                  headers: {X-Team: shop}
                  concurrency: 32
                  capacity: 16
                  rate: 500
                  timeout: 10s
                  connectTimeout: 1s
                  success: [2xx, 304]
                  final: [400, 410]
                  retryAfter: {min: 1s, max: 10m}
                  circuit: {failureRate: 0.5, calls: 20, window: 30s, rest: 1s, maxRest: 10s, probes: 5}
                  allowJobUrls: [hooks.example]
                  retry: {maxAttempts: 7, backoff: {type: fixed, initial: 2s, jitter: 0}}
                  deadline: 1d
                  lease: 40s
                """
                        .formatted(SECRET));
        Queue queue = queue(configuration);
        assertThat(queue.target()).isInstanceOfSatisfying(Target.Webhook.class, webhook -> {
            assertThat(webhook.lease()).isEqualTo(Duration.ofSeconds(40));
            assertThatCode(() -> webhook.jobUrls().admit("https://hooks.example/a"))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> webhook.jobUrls().admit("https://other.example/a"))
                    .isInstanceOf(InvalidJobException.class)
                    .hasMessageContainingAll("url", "allowJobUrls");
        });
        assertThat(queue.retry().maxAttempts()).isEqualTo(7);
        assertThat(queue.deadline()).isEqualTo(Duration.ofDays(1));
        assertThat(configuration.summary("redis", "one")).doesNotContain("whsec_", "c2VzYW");
    }

    @Test
    void takesOneSecretWithoutAList() {
        assertThat(target("mail: {target: webhook, url: 'http://a.example', secrets: '" + SECRET + "'}"))
                .isInstanceOf(Target.Webhook.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            target: pigeon                                  | target      | list, stream, channel, webhook, pull, handler
            tagret: list                                    | tagret      | target
            target: list, url: 'http://a.example'           | url         | key
            target: list, lease: 10s                        | lease       | webhook, pull and handler
            target: list, key: ''                           | key         | between 1
            target: list, key: '{punctual.0}:schedule'      | key         | keeps for itself
            target: stream, key: 'punctual:fires'           | key         | keeps for itself
            target: stream, maxLength: 0                    | maxLength   | 1
            target: stream, maxLength: many                 | maxLength   | Long
            target: channel, channel: ''                    | channel     | between 1
            target: channel, channel: 'punctual:wake'       | channel     | service
            target: pull, lease: 0s                         | lease       | 100
            target: pull, lease: 2s                         | lease       | redis.timeouts.command
            target: pull, capacity: 0                       | capacity    | 1
            target: pull, url: 'http://a.example'           | url         | lease
            target: handler, deadline: 0s                   | deadline    | 1
            target: handler, retry: {maxAttempts: 0}        | retry.maxAttempts | 1 to 1000
            target: handler, retry: {backoff: {type: odd}}  | retry.backoff.type | exponential
            target: handler, retry: {backoff: {jitter: 2}}  | retry.backoff.jitter | 0 to 1
            target: handler, retry: {attempts: 2}           | attempts    | maxAttempts
            target: webhook                                 | url         | allowJobUrls
            target: webhook, url: 'ftp://a.example'         | url         | https://
            target: webhook, url: 'http://a.example', rate: 0          | rate        | 0.001
            target: webhook, url: 'http://a.example', concurrency: 0   | concurrency | 1
            target: webhook, url: 'http://a.example', capacity: 17     | capacity    | concurrency
            target: webhook, url: 'http://a.example', timeout: 1ms     | timeout     | 10
            target: webhook, url: 'http://a.example', timeout: soon    | timeout     | 1500ms
            target: webhook, url: 'http://a.example', success: [1xx]   | success     | 2xx
            target: webhook, url: 'http://a.example', final: [204]     | final       | success
            target: webhook, url: 'http://a.example', final: [~]       | finals      | null
            target: webhook, url: 'http://a.example', headers: {Host: a} | headers   | service
            target: webhook, url: 'http://a.example', allowJobUrls: ['a/b'] | allowJobUrls | host:port
            target: webhook, url: 'http://a.example', retryAfter: {min: 2h} | retryAfter.min | retryAfter.max
            target: webhook, url: 'http://a.example', circuit: {calls: 0} | calls | 1
            """)
    void refusesABadValueByItsKeyAndSaysWhatIsAllowed(String settings, String key, String allowed) {
        assertThatThrownBy(() -> judge("mail: {" + settings + "}"))
                .hasMessageContainingAll("queues", "mail", key, allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secrets: ['whsec_sesam']",
                "secrets: [sesam]",
                "secrets: {a: whsec_sesam}",
                "secrets: [[sesam]]",
                "headers: 'Bearer sesam'",
                "headers: [Bearer sesam]",
                "headers: {Authorization: [Bearer sesam]}",
                "headers: {Authorization: \"sesam\\n\"}",
                "secrets: ['whsec_sesam', ]]",
            })
    void printsNoSecretThatItRefuses(String settings) {
        String line = "mail: {target: webhook, url: 'http://a.example', " + settings + "}";
        assertThatThrownBy(() -> judge(line)).satisfies(refused -> {
            var trace = new StringWriter();
            refused.printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain("sesam");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"url: 'http://user:sesam@a.example'", "url: [sesam]", "url: {a: sesam}"})
    void printsNoPasswordOfAUrlThatItRefuses(String settings) {
        assertThatThrownBy(() -> judge("mail: {target: webhook, " + settings + "}"))
                .satisfies(refused -> {
                    var trace = new StringWriter();
                    refused.printStackTrace(new PrintWriter(trace));
                    assertThat(trace.toString()).contains("url").doesNotContain("sesam");
                });
    }

    @Test
    void refusesAHandlerQueueWithoutAHandlerAndAHandlerWithoutItsQueue() {
        var configuration = load("mail: {target: handler}");
        assertThatThrownBy(() -> configuration.deliverers(Map.of()))
                .isInstanceOf(PunctualException.class)
                .hasMessageContainingAll("queues.mail.target", "handler");
        assertThatThrownBy(() -> load("mail: {}").deliverers(Map.of(new QueueName("mail"), job -> {})))
                .isInstanceOf(PunctualException.class)
                .hasMessageContainingAll("mail", "target: handler");
        try (var deliverers = configuration.deliverers(Map.of(new QueueName("mail"), job -> {}))) {
            assertThat(deliverers.byQueue()).containsOnlyKeys(new QueueName("mail"));
        }
    }

    private static Target target(String queue) {
        return queue(load(queue)).target();
    }

    private static Queue queue(PunctualConfiguration configuration) {
        return configuration.queues().find(new QueueName("mail")).orElseThrow();
    }

    /** Whatever the start does with the configuration before it connects. */
    private static void judge(String queues) {
        var configuration = load(queues);
        configuration.checkTogether();
        configuration.queues();
    }

    private static PunctualConfiguration load(String queues) {
        String text = "queues:\n" + queues.indent(2);
        var application = new PunctualApplication();
        var bootstrap = new Bootstrap<>(application);
        application.initialize(bootstrap);
        var source = new SubstitutingSourceProvider(
                path -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                new EnvironmentSubstitutor(Map.of()));
        try {
            return bootstrap
                    .getConfigurationFactoryFactory()
                    .create(PunctualConfiguration.class, Validators.newValidator(), bootstrap.getObjectMapper(), "dw.t")
                    .build(source, "config.yml");
        } catch (Exception refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
    }
}
