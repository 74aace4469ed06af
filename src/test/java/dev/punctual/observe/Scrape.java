package dev.punctual.observe;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A scrape in lines such as {@code name{label="value"} 1.0}; buckets are cumulative, as in Prometheus's own text. */
final class Scrape {

    private Scrape() {}

    static List<String> of(PrometheusRegistry registry) {
        List<String> lines = new ArrayList<>();
        for (MetricSnapshot metric : registry.scrape()) {
            String name = metric.getMetadata().getPrometheusName();
            if (metric instanceof CounterSnapshot counter) {
                counter.getDataPoints()
                        .forEach(point -> lines.add(line(name + "_total", point.getLabels(), point.getValue())));
            } else if (metric instanceof GaugeSnapshot gauge) {
                gauge.getDataPoints().forEach(point -> lines.add(line(name, point.getLabels(), point.getValue())));
            } else if (metric instanceof HistogramSnapshot histogram) {
                histogram.getDataPoints().forEach(point -> buckets(name, point, lines));
            }
        }
        return lines;
    }

    private static void buckets(String name, HistogramSnapshot.HistogramDataPointSnapshot point, List<String> lines) {
        long below = 0;
        for (int bucket = 0; bucket < point.getClassicBuckets().size(); bucket++) {
            below += point.getClassicBuckets().getCount(bucket);
            String bound = Double.toString(point.getClassicBuckets().getUpperBound(bucket));
            lines.add(line(name + "_bucket", point.getLabels().add("le", bound), below));
        }
        lines.add(line(name + "_sum", point.getLabels(), point.getSum()));
    }

    private static String line(String name, Labels labels, double value) {
        List<String> pairs = new ArrayList<>();
        labels.forEach(label -> pairs.add(label.getName() + "=\"" + label.getValue() + "\""));
        String braces = pairs.isEmpty() ? "" : "{" + String.join(",", pairs) + "}";
        return String.format(Locale.ROOT, "%s%s %s", name, braces, value);
    }
}
