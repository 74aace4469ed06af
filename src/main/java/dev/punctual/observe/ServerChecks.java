package dev.punctual.observe;

import dev.punctual.core.Finding;
import dev.punctual.core.Finding.Fix;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;

/** The server itself: which it is, what time it has, and whose keys it keeps. */
final class ServerChecks {

    private static final int OLDEST_MAJOR = 7;
    private static final long SKEW_MILLIS = 1_000;
    private static final String LAYOUT = "1";

    private ServerChecks() {}

    static Finding version(RedisFacts facts) {
        String valkey = facts.told("valkey_version");
        String version = valkey.isEmpty() ? facts.told("redis_version") : valkey;
        String meaning = "the scripts need Redis 7.0 or Valkey: older ones do not know their flags and refuse them";
        if (version.isEmpty()) {
            return new Finding("version", Severity.INFO, "Version unknown", "INFO tells none", meaning, Finding.NO_FIX);
        }
        String shown = (valkey.isEmpty() ? "Redis " : "Valkey ") + version + ", " + facts.told("redis_mode");
        String major = version.replaceAll("[^0-9].*", "");
        if (valkey.isEmpty() && !major.isEmpty() && Integer.parseInt(major) < OLDEST_MAJOR) {
            return new Finding(
                    "version",
                    Severity.CRITICAL,
                    "Redis is too old",
                    shown,
                    meaning + ", so no job is accepted",
                    new Fix("install Redis 7.0 or later, or Valkey", "choose the engine version 7.0 or later"));
        }
        return new Finding("version", Severity.OK, "Version fits", shown, meaning, Finding.NO_FIX);
    }

    static Finding clock(RedisFacts facts) {
        long skewMillis = facts.clockSkew().toMillis();
        String detail = "Redis's clock is " + Math.abs(skewMillis) + " ms " + (skewMillis < 0 ? "behind" : "ahead of")
                + " this machine's";
        String meaning =
                "Redis's clock decides when a job is due: `at` comes early or late by the difference, `delay` does not";
        if (Math.abs(skewMillis) < SKEW_MILLIS) {
            return new Finding("clock-skew", Severity.OK, "Clocks agree", detail, meaning, Finding.NO_FIX);
        }
        return new Finding(
                "clock-skew",
                Severity.WARNING,
                "Clocks differ",
                detail,
                meaning,
                new Fix(
                        "run chrony or ntpd on both machines; then: chronyc tracking",
                        "run chrony or ntpd on this machine: chronyc tracking"));
    }

    static Finding layout(RedisFacts facts) {
        String layout = facts.stock().layout();
        String meaning = "a service that does not know the layout of the keys refuses to start";
        if (layout.equals(LAYOUT) || layout.isEmpty()) {
            String detail = layout.isEmpty() ? "no service has used this namespace yet" : "layout " + layout;
            return new Finding("key-layout", Severity.OK, "Key layout is known", detail, meaning, Finding.NO_FIX);
        }
        String fix = "run the version of Punctual that wrote it, or set PUNCTUAL_NAMESPACE to a fresh one";
        return new Finding(
                "key-layout",
                Severity.CRITICAL,
                "Key layout is unknown",
                "the namespace has layout " + layout + ", this version knows " + LAYOUT,
                meaning,
                new Fix(fix, fix));
    }
}
