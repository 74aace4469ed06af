package dev.punctual.bench.kit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Lags in microseconds, to three digits; the least one is kept with its sign. */
public final class Lags {

    private static final double MICROS_PER_MILLI = 1000;

    private final Histogram micros = new Histogram(3);
    private long least = Long.MAX_VALUE;

    public void add(long lagMicros) {
        micros.recordValue(Math.max(0, lagMicros));
        least = Math.min(least, lagMicros);
    }

    /**
     * @param prefix the beginning of each name: {@code p99Ms} or {@code fireP99Ms}
     */
    public Map<String, Double> metrics(String prefix) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        if (micros.getTotalCount() == 0) {
            return metrics;
        }
        metrics.put(name(prefix, "p50Ms"), micros.getValueAtPercentile(50) / MICROS_PER_MILLI);
        metrics.put(name(prefix, "p99Ms"), micros.getValueAtPercentile(99) / MICROS_PER_MILLI);
        metrics.put(name(prefix, "p999Ms"), micros.getValueAtPercentile(99.9) / MICROS_PER_MILLI);
        metrics.put(name(prefix, "maxMs"), micros.getMaxValue() / MICROS_PER_MILLI);
        metrics.put(name(prefix, "leastMs"), least / MICROS_PER_MILLI);
        return metrics;
    }

    private static String name(String prefix, String metric) {
        return prefix.isEmpty() ? metric : prefix + Character.toUpperCase(metric.charAt(0)) + metric.substring(1);
    }
}
