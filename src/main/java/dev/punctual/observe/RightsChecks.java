package dev.punctual.observe;

import dev.punctual.core.Finding;
import dev.punctual.core.Finding.Fix;
import dev.punctual.core.RedisFacts;
import dev.punctual.core.Severity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What the Redis user may not do. */
final class RightsChecks {

    /** What the service can do without: it then works by the sweep path, or tells less. */
    private static final Set<String> DISPENSABLE =
            Set.of("config", "info", "subscribe", "psubscribe", "publish", "memory", "acl", "xinfo", "xread", "xrange");

    private RightsChecks() {}

    static Finding rights(RedisFacts facts) {
        RedisFacts.Rights rights = facts.rights();
        String who = rights.user().isEmpty() ? "the Redis user" : "user " + rights.user();
        if (!rights.trouble().isEmpty()) {
            boolean refused = rights.trouble().contains("NOPERM");
            return new Finding(
                    "acl-rights",
                    refused ? Severity.CRITICAL : Severity.INFO,
                    refused ? "Scripts are not allowed" : "Rights unknown",
                    who + ": " + rights.trouble(),
                    "every change of a job is a script: without EVAL and EVALSHA no job is accepted or fired",
                    fix(rights, List.of("EVAL", "EVALSHA")));
        }
        if (rights.missing().isEmpty()) {
            return new Finding(
                    "acl-rights",
                    Severity.OK,
                    "All rights are there",
                    who + " may do all that Punctual does",
                    "a right that is missing makes a call fail, or a path slow",
                    Finding.NO_FIX);
        }
        boolean needed = rights.missing().stream()
                .anyMatch(line -> !DISPENSABLE.contains(word(line).toLowerCase(Locale.ROOT)));
        return new Finding(
                "acl-rights",
                needed ? Severity.CRITICAL : onlyConfig(rights) ? Severity.INFO : Severity.WARNING,
                "Rights are missing",
                who + " may not: " + String.join("; ", rights.missing()),
                needed
                        ? "the scripts that need them fail as a whole: jobs are not accepted or not fired"
                        : "jobs fire all the same, by the sweep path where notifications are refused; less is told of Redis",
                fix(rights, rights.missing()));
    }

    private static boolean onlyConfig(RedisFacts.Rights rights) {
        return rights.missing().stream()
                .map(line -> word(line).toLowerCase(Locale.ROOT))
                .allMatch(Set.of("config", "memory", "acl")::contains);
    }

    private static String word(String line) {
        return line.split(" ", 2)[0];
    }

    private static Fix fix(RedisFacts.Rights rights, List<String> missing) {
        Set<String> grants = new LinkedHashSet<>();
        for (String line : missing) {
            String[] words = line.split(" ", -1);
            String command = words[0].toLowerCase(Locale.ROOT);
            if (Set.of("config", "memory", "acl").contains(command) && words.length > 1) {
                command += "|" + words[1].toLowerCase(Locale.ROOT);
            }
            grants.add("+" + command);
            if (command.endsWith("subscribe") || command.equals("publish")) {
                grants.add("&" + words[1]);
            } else if (words.length > 1 && !command.contains("|")) {
                grants.add("~"
                        + Stream.of(words)
                                .filter(word -> word.contains(":"))
                                .findFirst()
                                .orElse(words[1]));
            }
        }
        String user = rights.user().isEmpty() ? "<user>" : rights.user();
        String list = String.join(" ", grants);
        return new Fix(
                "ACL SETUSER " + user + " " + list + ", then ACL SAVE or the same in redis.conf",
                "add to the access string of " + user + ": " + list);
    }

    static Finding config(RedisFacts facts) {
        String meaning = "Punctual works without CONFIG, but cannot set missing flags, and the doctor knows less";
        String refusal = facts.settings().refusal();
        if (refusal.isEmpty()) {
            return new Finding(
                    "config-access", Severity.OK, "CONFIG answers", "CONFIG GET is allowed", meaning, Finding.NO_FIX);
        }
        return new Finding(
                "config-access",
                Severity.INFO,
                "CONFIG is refused",
                refusal,
                meaning,
                new Fix(
                        "ACL SETUSER "
                                + (facts.rights().user().isEmpty()
                                        ? "<user>"
                                        : facts.rights().user()) + " +config|get +config|set, if you want it",
                        "nothing: set notify-keyspace-events and maxmemory-policy in the provider's parameter group"));
    }
}
