package dev.punctual.targets;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a receiver asks to be left alone: the header {@code Retry-After}, in seconds or as an HTTP date. */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("[0-9]+");
    /** It says nothing new, and may be wrong. */
    private static final Pattern WEEKDAY = Pattern.compile("^[A-Za-z]{3}, *");

    private static final int SAFE_DIGITS = 10;

    private final WebhookSettings.RetryAfter bounds;
    private final Supplier<Instant> now;

    /**
     * @param now this machine's time, for a date from a receiver that does not say its own time
     */
    RetryAfter(WebhookSettings.RetryAfter bounds, Supplier<Instant> now) {
        this.bounds = bounds;
        this.now = now;
    }

    /**
     * @param value the header, null where it is absent
     * @param date the answer's {@code Date}: a wait until a date is counted from the receiver's own time
     * @return the wait within the bounds; empty where nothing was asked for, or nothing that can be understood
     */
    Optional<Duration> read(@Nullable String value, @Nullable String date) {
        if (value == null) {
            return Optional.empty();
        }
        String text = value.strip();
        if (SECONDS.matcher(text).matches()) {
            return Optional.of(
                    text.length() > SAFE_DIGITS ? bounds.max() : bounded(Duration.ofSeconds(Long.parseLong(text))));
        }
        return instant(text).map(until -> bounded(Duration.between(instant(date).orElseGet(now), until)));
    }

    private Duration bounded(Duration asked) {
        if (asked.compareTo(bounds.min()) < 0) {
            return bounds.min();
        }
        return asked.compareTo(bounds.max()) > 0 ? bounds.max() : asked;
    }

    private static Optional<Instant> instant(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            String date = WEEKDAY.matcher(text.strip()).replaceFirst("");
            return Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }
}
