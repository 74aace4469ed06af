package dev.punctual.faults;

import dev.punctual.testkit.RedisAccess;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls that a Redis has counted, so that two looks tell what something cost. */
record CommandCalls(String info) {

    private static final Pattern LINE = Pattern.compile("cmdstat_([a-z|_-]+):calls=(\\d+),.*");
    private static final List<String> SCRIPTS = List.of("eval", "evalsha");

    static CommandCalls of(RedisAccess redis) {
        return new CommandCalls(redis.cliString("INFO", "commandstats"));
    }

    /** Scripts called from outside. */
    long scriptsSince(CommandCalls before) {
        return count(SCRIPTS::contains) - before.count(SCRIPTS::contains);
    }

    /** Calls of one command, those by scripts included. */
    long since(CommandCalls before, String command) {
        return count(command::equals) - before.count(command::equals);
    }

    private long count(Predicate<String> counted) {
        return info.lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .filter(line -> counted.test(line.group(1)))
                .mapToLong(line -> Long.parseLong(line.group(2)))
                .sum();
    }
}
