package dev.punctual.targets;

import dev.punctual.core.PunctualException;
import dev.punctual.core.SystemClock;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the settings, read once and found to be good.
 *
 * @param url where to POST what brings no URL; null where each job must bring its own
 * @param headers the configured ones
 */
record WebhookRules(
        @Nullable WebUrl url,
        Map<String, String> headers,
        Signer signer,
        StatusSet success,
        StatusSet finals,
        RetryAfter retryAfter,
        JobUrls jobUrls) {

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7E]{0,4096}");
    private static final Set<String> OURS = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "traceparent",
            "transfer-encoding",
            "upgrade",
            WebhookHeaders.ID,
            WebhookHeaders.TIMESTAMP,
            WebhookHeaders.SIGNATURE,
            WebhookHeaders.ATTEMPT);

    /**
     * @throws PunctualException naming the setting and what is allowed
     */
    static WebhookRules of(WebhookSettings settings) {
        StatusSet success = StatusSet.parse("success", settings.success());
        StatusSet finals = StatusSet.parse("final", settings.finals());
        if (success.isEmpty()) {
            throw new PunctualException("success must hold at least one status");
        }
        if (success.intersects(finals)) {
            throw new PunctualException("success and final must not hold the same status");
        }
        if (settings.retryAfter().min().compareTo(settings.retryAfter().max()) > 0) {
            throw new PunctualException("retryAfter.min must not be longer than retryAfter.max");
        }
        if (settings.connectTimeout().compareTo(settings.timeout()) > 0) {
            throw new PunctualException("connectTimeout must not be longer than timeout");
        }
        if (settings.circuit().rest().compareTo(settings.circuit().maxRest()) > 0) {
            throw new PunctualException("circuit.rest must not be longer than circuit.maxRest");
        }
        settings.headers().forEach(WebhookRules::checkHeader);
        JobUrls jobUrls = JobUrls.of(settings.allowJobUrls());
        return new WebhookRules(
                url(settings.url(), jobUrls),
                settings.headers(),
                Signer.of(settings.secrets()),
                success,
                finals,
                new RetryAfter(settings.retryAfter(), () -> Instant.ofEpochMilli(SystemClock.millis())),
                jobUrls);
    }

    private static @Nullable WebUrl url(@Nullable String text, JobUrls jobUrls) {
        if (text == null) {
            if (!jobUrls.areAllowed()) {
                throw new PunctualException("url is missing, and allowJobUrls names no host either");
            }
            return null;
        }
        return WebUrl.parse(text).orElseThrow(() -> new PunctualException("url " + WebUrl.ALLOWED));
    }

    private static void checkHeader(String name, String value) {
        if (!HEADER_NAME.matcher(name).matches()) {
            throw new PunctualException("headers: '" + name + "' cannot be the name of a header");
        }
        if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new PunctualException("headers: '" + name + "' is set by the service");
        }
        if (!HEADER_VALUE.matcher(value).matches()) {
            throw new PunctualException("headers." + name + " must be at most 4096 printable ASCII characters");
        }
    }
}
