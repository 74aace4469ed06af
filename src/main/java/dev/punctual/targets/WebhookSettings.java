package dev.punctual.targets;

import static com.fasterxml.jackson.annotation.JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.punctual.core.Target;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a webhook. What is absent takes its default; only {@code url} and {@code rate} may be null. The texts
 * are judged by {@link Webhooks#open}. Immutable; {@link #toString} shows no secret.
 *
 * @param url where to POST, {@code https://} or {@code http://}; may be absent where {@code allowJobUrls} is not empty
 * @param secrets what to sign with, each {@code whsec_} and base64 of 24 to 64 bytes; each gives a signature, so that
 *     the receiver can change from one to the next; default none: unsigned
 * @param headers sent with each request, default none
 * @param concurrency how many deliveries may be under way at once, default 16
 * @param rate how many may start in a second, default without limit; up to a tenth of it may start together
 * @param timeout for one delivery from its start to the end of the answer, default 10 s
 * @param connectTimeout to look a name up, and again to open a connection, default 5 s, or {@code timeout} where that is
 *     shorter
 * @param success the statuses that mean delivered, such as {@code 204} or {@code 2xx}, default 2xx
 * @param finals under the name "final": the statuses after which no attempt helps, default 400 and 410
 * @param retryAfter how far a receiver's Retry-After is honoured
 * @param circuit when a failing receiver is left alone
 * @param allowJobUrls which URLs a job may bring itself: {@code host}, {@code host:port}, {@code http://host[:port]},
 *     {@code *.domain}, {@code *}; an address or a block of addresses ({@code 10.1.0.0/16}) lifts the ban on that
 *     non-public address; default none
 */
public record WebhookSettings(
        @Nullable String url,
        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) List<@NotNull String> secrets,
        Map<String, @NotNull String> headers,
        @Min(1) @Max(10_000) Integer concurrency,
        @DecimalMin("0.001") @DecimalMax("100000") @Nullable Double rate,
        @DurationMin(millis = 10) @DurationMax(hours = 1) Duration timeout,
        @DurationMin(millis = 10) @DurationMax(minutes = 5) Duration connectTimeout,
        List<@NotNull String> success,
        @JsonProperty("final") List<@NotNull String> finals,
        @Valid RetryAfter retryAfter,
        @Valid Circuit circuit,
        List<@NotNull String> allowJobUrls)
        implements TargetSettings {

    /** How much of an answer's body is read at most; then the connection is closed. */
    public static final int RESPONSE_LIMIT_BYTES = 64 * 1024;

    private static final int CONCURRENCY = 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final List<String> SUCCESS = List.of("2xx");
    private static final List<String> FINALS = List.of("400", "410");

    /**
     * @param min what a shorter wish is raised to, default 1 s
     * @param max what a longer wish is cut to, default 1 h
     */
    public record RetryAfter(
            @DurationMin(millis = 0) @DurationMax(days = 3650) Duration min,
            @DurationMin(millis = 0) @DurationMax(days = 3650) Duration max) {

        static final RetryAfter DEFAULT = new RetryAfter(Duration.ofSeconds(1), Duration.ofHours(1));

        /** Jackson hands over null for what is absent. */
        public RetryAfter {
            min = min == null ? DEFAULT.min : min;
            max = max == null ? DEFAULT.max : max;
        }
    }

    /**
     * The circuit opens when enough deliveries ended within the window and too many of them failed. After {@code rest},
     * doubled with each further opening up to {@code maxRest}, it lets some probes through, which decide.
     *
     * @param failureRate the share of failures that opens it, above 0 and up to 1, default 0.5
     * @param calls how many deliveries must have ended within the window, default 20
     * @param window how far back it looks, in whole seconds, default 30 s
     * @param rest how long it stays open the first time, default 1 s
     * @param maxRest the longest time that it stays open, default 10 s
     * @param probes how many deliveries decide whether it closes again, default 5
     */
    public record Circuit(
            @DecimalMin("0.01") @DecimalMax("1") Double failureRate,
            @Min(1) @Max(100_000) Integer calls,
            @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration window,
            @DurationMin(millis = 10) @DurationMax(hours = 1) Duration rest,
            @DurationMin(millis = 10) @DurationMax(hours = 24) Duration maxRest,
            @Min(1) @Max(1000) Integer probes) {

        static final Circuit DEFAULT =
                new Circuit(0.5, 20, Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofSeconds(10), 5);

        /** Jackson hands over null for what is absent. */
        public Circuit {
            failureRate = failureRate == null ? DEFAULT.failureRate : failureRate;
            calls = calls == null ? DEFAULT.calls : calls;
            window = window == null ? DEFAULT.window : window;
            rest = rest == null ? DEFAULT.rest : rest;
            maxRest = maxRest == null ? DEFAULT.maxRest : maxRest;
            probes = probes == null ? DEFAULT.probes : probes;
        }
    }

    /** All defaults, and no address. */
    public static final WebhookSettings DEFAULT = new WebhookSettings(
            null,
            List.of(),
            Map.of(),
            CONCURRENCY,
            null,
            TIMEOUT,
            CONNECT_TIMEOUT,
            SUCCESS,
            FINALS,
            RetryAfter.DEFAULT,
            Circuit.DEFAULT,
            List.of());

    /** Jackson hands over null for what is absent. */
    public WebhookSettings {
        secrets = secrets == null ? List.of() : copy(secrets);
        headers = headers == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        concurrency = concurrency == null ? CONCURRENCY : concurrency;
        timeout = timeout == null ? TIMEOUT : timeout;
        connectTimeout = connectTimeout == null ? shorter(CONNECT_TIMEOUT, timeout) : connectTimeout;
        success = success == null ? SUCCESS : copy(success);
        finals = finals == null ? FINALS : copy(finals);
        retryAfter = retryAfter == null ? RetryAfter.DEFAULT : retryAfter;
        circuit = circuit == null ? Circuit.DEFAULT : circuit;
        allowJobUrls = allowJobUrls == null ? List.of() : copy(allowJobUrls);
    }

    @Override
    public boolean isLeased() {
        return true;
    }

    @Override
    public Target toTarget(Site site) {
        return new Target.Webhook(site.lease(), WebhookRules.of(this).jobUrls());
    }

    /** A null in a list is to be named by the validation, which comes later. */
    private static List<String> copy(List<String> list) {
        return Collections.unmodifiableList(new ArrayList<>(list));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The settings without secrets: neither values of headers, nor what a URL carries behind its path. */
    @Override
    public String toString() {
        return "WebhookSettings[url=" + (url == null ? "none" : url.replaceFirst("[?#].*", "?..."))
                + ", secrets=" + secrets.size()
                + ", headers=" + new TreeSet<>(headers.keySet())
                + ", concurrency=" + concurrency
                + ", rate=" + (rate == null ? "unlimited" : rate)
                + ", timeout=" + timeout
                + ", connectTimeout=" + connectTimeout
                + ", success=" + success
                + ", final=" + finals
                + ", retryAfter=" + retryAfter
                + ", circuit=" + circuit
                + ", allowJobUrls=" + allowJobUrls + "]";
    }
}
