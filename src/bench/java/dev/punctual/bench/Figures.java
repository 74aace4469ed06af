package dev.punctual.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one run of a measure found, by the names that table and file use. Numbers keep the unit in their name.
 *
 * @param settings what was measured
 * @param metrics what came out
 */
record Figures(Map<String, Object> settings, Map<String, Double> metrics) {

    static Figures of(Map<String, Object> settings) {
        return new Figures(settings, new LinkedHashMap<>());
    }

    Figures with(String metric, double value) {
        metrics.put(metric, value);
        return this;
    }
}
