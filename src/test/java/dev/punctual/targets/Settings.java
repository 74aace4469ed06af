package dev.punctual.targets;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Settings of a webhook, word by word. */
final class Settings {

    /** Stays out of the way. */
    private static final WebhookSettings.Circuit NEVER_OPENS = new WebhookSettings.Circuit(
            1.0, 100_000, Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofSeconds(1), 1);

    private final @Nullable String url;
    private List<String> secrets = List.of();
    private Map<String, String> headers = Map.of();
    private int concurrency = 16;
    private @Nullable Double rate;
    private Duration timeout = Duration.ofSeconds(5);
    private Duration connectTimeout = Duration.ofSeconds(5);
    private List<String> success = List.of("2xx");
    private List<String> finals = List.of("400", "410");
    private WebhookSettings.RetryAfter retryAfter = WebhookSettings.RetryAfter.DEFAULT;
    private WebhookSettings.Circuit circuit = NEVER_OPENS;
    private List<String> allowJobUrls = List.of();

    private Settings(@Nullable String url) {
        this.url = url;
    }

    static Settings to(@Nullable String url) {
        return new Settings(url);
    }

    Settings secrets(String... all) {
        secrets = List.of(all);
        return this;
    }

    Settings headers(Map<String, String> all) {
        headers = all;
        return this;
    }

    Settings concurrency(int most) {
        concurrency = most;
        return this;
    }

    Settings rate(double perSecond) {
        rate = perSecond;
        return this;
    }

    Settings timeout(Duration limit) {
        return timeouts(limit, limit);
    }

    Settings timeouts(Duration whole, Duration connect) {
        timeout = whole;
        connectTimeout = connect;
        return this;
    }

    Settings statuses(List<String> good, List<String> last) {
        success = good;
        finals = last;
        return this;
    }

    Settings retryAfter(Duration min, Duration max) {
        retryAfter = new WebhookSettings.RetryAfter(min, max);
        return this;
    }

    Settings circuit(WebhookSettings.Circuit other) {
        circuit = other;
        return this;
    }

    Settings allow(String... urls) {
        allowJobUrls = List.of(urls);
        return this;
    }

    WebhookSettings build() {
        return new WebhookSettings(
                url,
                secrets,
                headers,
                concurrency,
                rate,
                timeout,
                connectTimeout,
                success,
                finals,
                retryAfter,
                circuit,
                allowJobUrls);
    }
}
