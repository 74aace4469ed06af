package dev.punctual.observe;

import dev.punctual.core.Finding;
import dev.punctual.core.Finding.Fix;
import dev.punctual.core.NotificationState;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether notifications come, how fast, and what becomes of them on the way. */
final class NotificationChecks {

    private static final String FLAGS = "notify-keyspace-events";
    private static final String BUFFER = "client-output-buffer-limit";
    private static final String DEFAULT_BUFFER = "33554432 8388608 60";

    /** A notification on its way, with an id of 13 characters. */
    private static final long MESSAGE_BYTES = 115;

    /** What Redis itself sets for a minute. */
    private static final long ENOUGH_BYTES = 8L << 20;

    private static final long DEFAULT_HZ = 10;
    private static final Duration SOON = Duration.ofMillis(100);

    private NotificationChecks() {}

    static Finding flags(RedisFacts facts) {
        String needed = facts.settings().neededFlags();
        String value = facts.settings().value(FLAGS);
        NotificationState seen = facts.notifications();
        String meaning = "without notifications every job fires by the sweep path, about a tenth of a second later";
        String found = value == null ? FLAGS + " is not told" : FLAGS + " is '" + value + "'";
        if (seen.state() == NotificationState.State.ON) {
            return new Finding(
                    "notification-flags", Severity.OK, "Notifications arrive", found, meaning, Finding.NO_FIX);
        }
        String missing = value == null ? "" : missing(value, needed);
        if (value != null && missing.isEmpty() && seen.state() != NotificationState.State.FORBIDDEN) {
            return new Finding(
                    "notification-flags",
                    Severity.WARNING,
                    "Notifications do not arrive",
                    found + ", and yet: " + seen.reason(),
                    meaning,
                    new Fix(
                            "look for a proxy before Redis that does not pass on PSUBSCRIBE: redis-cli PSUBSCRIBE '__keyevent@*__:expired'",
                            "connect to the primary node itself, not through a proxy"));
        }
        String wanted = (value == null ? "" : value) + (value == null ? needed : missing);
        return new Finding(
                "notification-flags",
                Severity.WARNING,
                "Notifications are " + seen.state().name().toLowerCase(Locale.ROOT),
                found + (seen.reason().isEmpty() ? "" : "; " + seen.reason()),
                meaning,
                seen.state() == NotificationState.State.FORBIDDEN
                        ? new Fix(
                                "ACL SETUSER " + userOf(facts) + " &__keyevent@*__:expired +psubscribe +subscribe",
                                "give the user the channel __keyevent@*__:expired in the provider's access list")
                        : new Fix(
                                "CONFIG SET " + FLAGS + " " + wanted + ", and in redis.conf: " + FLAGS + " " + wanted,
                                "set " + FLAGS + " to " + wanted + " in the provider's parameter group"));
    }

    private static String userOf(RedisFacts facts) {
        return facts.rights().user().isEmpty() ? "<user>" : facts.rights().user();
    }

    private static String missing(String flags, String needed) {
        StringBuilder missing = new StringBuilder();
        for (int i = 0; i < needed.length(); i++) {
            char flag = needed.charAt(i);
            if (flags.indexOf(flag) < 0 && !(flag == 'x' && flags.indexOf('A') >= 0)) {
                missing.append(flag);
            }
        }
        return missing.toString();
    }

    static Finding outputBuffer(RedisFacts facts) {
        String meaning =
                "a subscriber that falls further behind is cut off; what it has not read is lost, and fires by the sweep path";
        long[] limits = pubsubLimits(facts.settings().value(BUFFER));
        if (limits == null) {
            return new Finding(
                    "pubsub-buffer",
                    Severity.INFO,
                    "Output buffer limit unknown",
                    "CONFIG GET " + BUFFER + " is refused",
                    meaning + "; Redis's default is " + DEFAULT_BUFFER,
                    new Fix(null, "look it up in the provider's documentation: client-output-buffer-limit-pubsub"));
        }
        long least = smallest(limits);
        String detail = "pubsub " + limits[0] + " " + limits[1] + " " + limits[2]
                + (least == Long.MAX_VALUE
                        ? ", without a limit"
                        : ", room for about " + least / MESSAGE_BYTES + " notifications");
        if (least >= ENOUGH_BYTES) {
            return new Finding("pubsub-buffer", Severity.OK, "Output buffer suffices", detail, meaning, Finding.NO_FIX);
        }
        return new Finding(
                "pubsub-buffer",
                Severity.WARNING,
                "Output buffer is small",
                detail,
                meaning,
                new Fix(
                        "CONFIG SET " + BUFFER + " \"pubsub " + DEFAULT_BUFFER + "\", and in redis.conf: " + BUFFER
                                + " pubsub 32mb 8mb 60",
                        "set client-output-buffer-limit-pubsub-hard-limit 33554432 and -soft-limit 8388608 in the parameter group"));
    }

    private static long smallest(long[] limits) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 2; i++) {
            least = limits[i] > 0 ? Math.min(least, limits[i]) : least;
        }
        return least;
    }

    /** Hard limit, soft limit, seconds; null where they are not told. */
    private static long @Nullable [] pubsubLimits(@Nullable String value) {
        List<String> words = List.of(Objects.requireNonNullElse(value, "").split(" ", -1));
        int at = words.indexOf("pubsub");
        if (at < 0 || at + 3 >= words.size()) {
            return null;
        }
        return words.subList(at + 1, at + 4).stream().mapToLong(Long::parseLong).toArray();
    }

    static Finding expiry(RedisFacts facts, boolean nudging) {
        RedisFacts.Expiry expiry = facts.expiry();
        long hz = facts.settings()
                .number("hz")
                .orElse(facts.number("configured_hz").orElse(facts.number("hz").orElse(DEFAULT_HZ)));
        String effort = facts.settings().value("active-expire-effort");
        String detail =
                "hz " + hz + (effort == null ? "" : ", active-expire-effort " + effort) + ": " + measured(expiry);
        String meaning = nudging
                ? "due keys are nudged, so jobs do not wait for this; without the nudge each would be so late"
                : "the nudge is off (PUNCTUAL_NUDGE), so each job waits for this or for the sweep";
        boolean late = expiry.trouble().isEmpty()
                && (expiry.lag() == null || expiry.lag().compareTo(SOON) > 0);
        if (hz < DEFAULT_HZ || (late && !nudging)) {
            return new Finding(
                    "expiry-cycle",
                    Severity.WARNING,
                    "Expired keys are found late",
                    detail,
                    meaning,
                    new Fix(
                            "set PUNCTUAL_NUDGE to true; CONFIG SET hz 10 (100 without the nudge), CONFIG SET active-expire-effort 10,"
                                    + " and the same in redis.conf",
                            "set PUNCTUAL_NUDGE to true; hz and active-expire-effort where the parameter group has them"));
        }
        boolean open = expiry.lag() == null;
        return new Finding(
                "expiry-cycle",
                open ? Severity.INFO : Severity.OK,
                open ? "Keys left alone stay on" : "Keys left alone expire",
                detail,
                meaning,
                Finding.NO_FIX);
    }

    private static String measured(RedisFacts.Expiry expiry) {
        if (!expiry.trouble().isEmpty()) {
            return "not measured: " + expiry.trouble();
        }
        return expiry.lag() == null
                ? "a key left alone was still there " + expiry.waited().toMillis() + " ms after its end"
                : "a key left alone was gone " + expiry.lag().toMillis() + " ms after its end";
    }
}
