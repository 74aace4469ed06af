package dev.punctual.observe;

import dev.punctual.core.Finding;
import dev.punctual.core.Finding.Fix;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is left of jobs when Redis restarts, or a replica takes over. */
final class DurabilityChecks {

    private static final long LATE_SECONDS = 10;
    private static final Fix AOF = new Fix(
            "CONFIG SET appendonly yes, CONFIG SET appendfsync everysec, and in redis.conf: appendonly yes, appendfsync everysec",
            "switch AOF persistence on (appendonly yes, appendfsync everysec), or a tier that has it");

    private DurabilityChecks() {}

    static Finding persistence(RedisFacts facts) {
        String failed = failedWrite(facts);
        if (failed != null) {
            return persistence(
                    Severity.CRITICAL,
                    "Redis cannot write its data",
                    failed,
                    "Redis may refuse all writes, and a restart loses what it could not write",
                    new Fix(
                            "make room and permission in the directory that CONFIG GET dir names, then: BGSAVE and BGREWRITEAOF",
                            "look at the storage of the node in the provider's console"));
        }
        boolean appends = facts.told("aof_enabled").equals("1")
                || "yes".equals(facts.settings().value("appendonly"));
        return appends ? appending(facts) : saving(facts);
    }

    private static @Nullable String failedWrite(RedisFacts facts) {
        for (String field :
                new String[] {"aof_last_write_status", "rdb_last_bgsave_status", "aof_last_bgrewrite_status"}) {
            if (facts.told(field).equals("err")) {
                return field + " is err";
            }
        }
        return null;
    }

    private static Finding appending(RedisFacts facts) {
        String fsync = Objects.requireNonNullElse(facts.settings().value("appendfsync"), "unknown");
        String detail = "appendonly yes, appendfsync " + fsync;
        return switch (fsync) {
            case "always" ->
                persistence(
                        Severity.OK,
                        "Every job is on disk",
                        detail,
                        "an accepted job survives a power cut",
                        Finding.NO_FIX);
            case "no" ->
                persistence(
                        Severity.WARNING,
                        "The system decides when to write",
                        detail,
                        "a power cut can take the jobs of half a minute",
                        new Fix(
                                "CONFIG SET appendfsync everysec, and in redis.conf: appendfsync everysec",
                                "set appendfsync to everysec in the provider's parameter group"));
            case "everysec" ->
                persistence(
                        Severity.OK,
                        "Jobs are on disk",
                        detail,
                        "a power cut can take the jobs of the last second",
                        Finding.NO_FIX);
            default ->
                persistence(
                        Severity.INFO,
                        "Jobs are written to disk",
                        detail,
                        "how much a power cut takes is not told",
                        Finding.NO_FIX);
        };
    }

    private static Finding saving(RedisFacts facts) {
        String save = facts.settings().value("save");
        if (save == null) {
            return persistence(
                    Severity.INFO,
                    "Persistence unknown",
                    "appendonly no; CONFIG GET save is refused",
                    "a restart loses at least the jobs since the last save",
                    AOF);
        }
        if (save.isBlank()) {
            return persistence(
                    Severity.CRITICAL,
                    "Nothing is written to disk",
                    "appendonly no, save ''",
                    "a restart of Redis loses every job",
                    AOF);
        }
        return persistence(
                Severity.WARNING,
                "Jobs are saved now and then",
                "appendonly no, save " + save,
                "a crash or power cut loses the jobs since the last save; notifications of keys that end meanwhile are lost too",
                AOF);
    }

    private static Finding persistence(Severity severity, String title, String detail, String meaning, Fix fix) {
        return new Finding("persistence", severity, title, detail, meaning, fix);
    }

    static Finding replicas(RedisFacts facts) {
        if (facts.told("role").isEmpty()) {
            return replicas(
                    Severity.INFO,
                    "Replicas unknown",
                    "INFO does not tell",
                    "a fail-over may lose jobs",
                    Finding.NO_FIX);
        }
        if (facts.told("role").equals("slave")) {
            return replicas(
                    Severity.CRITICAL,
                    "This is a replica",
                    "role slave of " + facts.told("master_host") + ":" + facts.told("master_port"),
                    "a replica refuses writes and publishes no expired notification: no job is accepted or fired",
                    new Fix(
                            "set PUNCTUAL_REDIS_URI to redis://" + facts.told("master_host") + ":"
                                    + facts.told("master_port"),
                            "set PUNCTUAL_REDIS_URI to the primary endpoint"));
        }
        long connected = facts.number("connected_slaves").orElse(0);
        long wanted = facts.settings().number("min-replicas-to-write").orElse(0);
        long good = facts.number("min_slaves_good_slaves").orElse(connected);
        if (wanted > 0 && good < wanted) {
            return replicas(
                    Severity.CRITICAL,
                    "Too few replicas",
                    good + " replicas keep up, min-replicas-to-write is " + wanted,
                    "Redis refuses all writes: no job is accepted or fired",
                    new Fix(
                            "bring the replicas back, or: CONFIG SET min-replicas-to-write 0, and the same in redis.conf",
                            "look at the replicas in the provider's console"));
        }
        if (connected == 0) {
            return replicas(
                    Severity.OK,
                    "No replicas",
                    "connected_slaves 0",
                    "there is nothing to fail over to: jobs wait until this Redis is back",
                    Finding.NO_FIX);
        }
        long lag = longestLagSeconds(facts);
        String detail = connected + " replicas, the slowest heard " + lag + " s ago, min-replicas-to-write " + wanted;
        String meaning =
                "a fail-over loses what had not been replicated: jobs that were accepted, or that fired and fire again";
        Fix fix = new Fix(
                "CONFIG SET min-replicas-to-write 1, CONFIG SET min-replicas-max-lag 10, and the same in redis.conf: it bounds the loss",
                "set min-replicas-to-write 1 and min-replicas-max-lag 10 where the parameter group has them");
        return lag > LATE_SECONDS
                ? replicas(Severity.WARNING, "A replica is behind", detail, meaning, fix)
                : replicas(wanted > 0 ? Severity.OK : Severity.INFO, "Replicas keep up", detail, meaning, fix);
    }

    private static long longestLagSeconds(RedisFacts facts) {
        long longest = 0;
        for (int i = 0; !facts.told("slave" + i).isEmpty(); i++) {
            String lag = facts.told("slave" + i).toLowerCase(Locale.ROOT).replaceAll(".*lag=(-?[0-9]+).*", "$1");
            longest = Math.max(longest, lag.matches("[0-9]{1,12}") ? Long.parseLong(lag) : 0);
        }
        return longest;
    }

    private static Finding replicas(Severity severity, String title, String detail, String meaning, Fix fix) {
        return new Finding("replicas", severity, title, detail, meaning, fix);
    }
}
