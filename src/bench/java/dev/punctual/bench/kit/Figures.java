package dev.punctual.bench.kit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one run of a measure found, by the names that table and file use. Numbers keep the unit in their name.
 *
 * @param settings what was measured
 * @param metrics what came out
 */
public record Figures(Map<String, Object> settings, Map<String, Double> metrics) {

    public static Figures empty() {
        return new Figures(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    public Figures setting(String name, Object value) {
        settings.put(name, value);
        return this;
    }

    public Figures metric(String name, double value) {
        metrics.put(name, value);
        return this;
    }

    public Figures metrics(Map<String, Double> more) {
        metrics.putAll(more);
        return this;
    }
}
