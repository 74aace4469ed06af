package dev.punctual.functional;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a service exposes: each metric's labels with all their values. */
record PromScrape(Map<String, Map<String, Set<String>>> metrics) {

    private static final Pattern SERIES = Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    static PromScrape parse(String text) {
        Map<String, Map<String, Set<String>>> metrics = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher series = SERIES.matcher(line);
            if (series.matches()) {
                Map<String, Set<String>> labels = metrics.computeIfAbsent(series.group(1), name -> new HashMap<>());
                if (series.group(3) != null) {
                    LABEL.matcher(series.group(3)).results().forEach(label -> labels.computeIfAbsent(
                                    label.group(1), name -> new HashSet<>())
                            .add(label.group(2)));
                }
            }
        });
        return new PromScrape(metrics);
    }

    boolean has(String metric) {
        return metrics.containsKey(metric);
    }

    /** Empty where the metric has no such label. */
    Set<String> values(String metric, String label) {
        return metrics.getOrDefault(metric, Map.of()).getOrDefault(label, Set.of());
    }
}
