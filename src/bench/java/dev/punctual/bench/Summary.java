package dev.punctual.bench;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The runs of one measure of one system, together. */
final class Summary {

    /** Over the runs; the median of an even number is the higher one of the two in the middle. */
    record Spread(double min, double median, double max) {}

    private final String measure;
    private final String system;
    private final String variant;
    private final Map<String, Object> settings = new LinkedHashMap<>();
    private final Map<String, List<Double>> values = new LinkedHashMap<>();
    private String skipped = "";
    private int runs;

    Summary(Measure measure) {
        this.measure = measure.name();
        this.system = measure.system();
        this.variant = measure.variant();
    }

    void add(Figures run) {
        runs++;
        settings.putAll(run.settings());
        run.metrics().forEach((name, value) -> values.computeIfAbsent(name, n -> new ArrayList<>())
                .add(value));
    }

    void skip(String reason) {
        skipped = reason;
    }

    String measure() {
        return measure;
    }

    /** The system, and what sets the measure apart. */
    String label() {
        return variant.isEmpty() ? system : system + ", " + variant;
    }

    /** What was measured, in a line. */
    String settings() {
        String runs = this.runs == 1 ? "1 run" : this.runs + " runs";
        return runs
                + settings.entrySet().stream()
                        .map(setting -> ", " + setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining());
    }

    /** Why there are no figures; empty where there are. */
    String skipped() {
        return skipped;
    }

    Map<String, Spread> metrics() {
        Map<String, Spread> metrics = new LinkedHashMap<>();
        values.forEach((name, all) -> {
            List<Double> sorted = all.stream().sorted().toList();
            metrics.put(name, new Spread(sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1)));
        });
        return metrics;
    }

    /** The entry in the file of results. */
    Map<String, Object> entry() {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("measure", measure);
        entry.put("system", system);
        entry.put("settings", settings);
        entry.put("metrics", metrics());
        if (!skipped.isEmpty()) {
            entry.put("skipped", skipped);
        }
        return entry;
    }
}
