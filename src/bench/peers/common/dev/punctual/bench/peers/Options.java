package dev.punctual.bench.peers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The command line: a verb, then {@code --name value} pairs, and {@code --flush}, which has no value. */
public final class Options {

    private static final int WARM_MOST = 2_000;

    private final String verb;
    private final Map<String, String> values = new HashMap<>();

    Options(String[] arguments) {
        verb = arguments.length == 0 ? "" : arguments[0];
        for (int i = 1; i < arguments.length; i++) {
            String name = arguments[i];
            values.put(name, "--flush".equals(name) ? "true" : arguments[++i]);
        }
    }

    public String verb() {
        return verb;
    }

    public String server() {
        return text("--server");
    }

    Path report() {
        return Path.of(text("--report"));
    }

    boolean flush() {
        return values.containsKey("--flush");
    }

    int callers() {
        return Integer.parseInt(values.getOrDefault("--callers", "1"));
    }

    /** The jobs asked for, their due times spread evenly from the first on. */
    public List<Job> jobs() {
        String prefix = text("--prefix");
        long firstMillis = number("--first");
        long overMillis = number("--over");
        int count = count();
        return IntStream.range(0, count)
                .mapToObj(i -> new Job(prefix + i, firstMillis + i * overMillis / count))
                .toList();
    }

    /** Jobs to warm up with before the clock runs, due in a day: a quarter as many, and 2,000 at most. */
    List<Job> warmUpJobs() {
        String prefix = "warm-" + text("--prefix");
        long dueAtMillis = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
        return IntStream.range(0, Math.min(count() / 4, WARM_MOST))
                .mapToObj(i -> new Job(prefix + i, dueAtMillis))
                .toList();
    }

    private int count() {
        return (int) number("--count");
    }

    private long number(String name) {
        return Long.parseLong(text(name));
    }

    private String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(verb + " needs " + name);
        }
        return value;
    }
}
