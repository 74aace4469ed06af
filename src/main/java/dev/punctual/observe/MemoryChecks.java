package dev.punctual.observe;

import dev.punctual.core.Finding;
import dev.punctual.core.Finding.Fix;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;
import java.util.Objects;

/** Whether Redis has room for jobs, and what it does when it has none. */
final class MemoryChecks {

    private static final int TIGHT_PERCENT = 75;
    private static final int FULL_PERCENT = 90;

    private MemoryChecks() {}

    static Finding eviction(RedisFacts facts) {
        String policy =
                Objects.requireNonNullElse(facts.settings().value("maxmemory-policy"), facts.told("maxmemory_policy"));
        String meaning =
                "under any other policy than noeviction Redis removes jobs, due keys or the schedule when memory is short";
        if (policy.isEmpty()) {
            return new Finding(
                    "eviction-policy",
                    Severity.INFO,
                    "Eviction policy unknown",
                    "neither INFO nor CONFIG tells maxmemory-policy",
                    meaning,
                    new Fix(null, "set maxmemory-policy to noeviction in the provider's parameter group"));
        }
        if (policy.equals("noeviction")) {
            return new Finding(
                    "eviction-policy",
                    Severity.OK,
                    "Nothing is evicted",
                    "maxmemory-policy is noeviction",
                    meaning,
                    Finding.NO_FIX);
        }
        boolean limited = facts.number("maxmemory").orElse(1) > 0;
        return new Finding(
                "eviction-policy",
                limited ? Severity.CRITICAL : Severity.WARNING,
                "Redis may evict jobs",
                "maxmemory-policy is " + policy + (limited ? "" : "; maxmemory is 0, so nothing is evicted yet"),
                meaning,
                new Fix(
                        "CONFIG SET maxmemory-policy noeviction, and in redis.conf: maxmemory-policy noeviction",
                        "set maxmemory-policy to noeviction in the provider's parameter group"));
    }

    static Finding headroom(RedisFacts facts) {
        String meaning = "at maxmemory Redis refuses new jobs; those that are stored still fire";
        long most = facts.number("maxmemory").orElse(-1);
        long used = facts.number("used_memory").orElse(-1);
        if (most < 0 || used < 0) {
            return new Finding(
                    "memory-headroom",
                    Severity.INFO,
                    "Memory unknown",
                    "INFO does not tell used_memory and maxmemory",
                    meaning,
                    Finding.NO_FIX);
        }
        Fix fix = new Fix(
                "CONFIG SET maxmemory <bytes>, and in redis.conf: maxmemory <bytes>; `scripts/punctual capacity` tells how many",
                "choose a larger node; `scripts/punctual capacity` tells how much jobs need");
        if (most == 0) {
            return new Finding(
                    "memory-headroom",
                    Severity.INFO,
                    "No limit of memory",
                    used + " bytes used, maxmemory is 0",
                    "Redis grows until the machine is full, and may then be killed by it; with a limit it refuses new jobs instead",
                    fix);
        }
        long percent = used * 100 / most;
        String detail = used + " of " + most + " bytes used, " + percent + " %";
        if (percent < TIGHT_PERCENT) {
            return new Finding("memory-headroom", Severity.OK, "Memory suffices", detail, meaning, Finding.NO_FIX);
        }
        return new Finding(
                "memory-headroom",
                percent < FULL_PERCENT ? Severity.WARNING : Severity.CRITICAL,
                "Memory is short",
                detail,
                meaning,
                fix);
    }
}
