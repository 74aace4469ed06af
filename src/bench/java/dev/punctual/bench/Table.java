package dev.punctual.bench;

import dev.punctual.bench.kit.Progress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is printed: each measure as it ends, and at the end all systems side by side. */
final class Table {

    private Table() {}

    static void print(Summary summary) {
        Progress.clear();
        System.out.printf("%n%s: %s%n", summary.measure(), summary.label());
        if (!summary.skipped().isEmpty()) {
            System.out.printf("  skipped: %s%n", summary.skipped());
            return;
        }
        System.out.printf("  %s%n", summary.settings());
        System.out.printf("  %-24s %12s %12s %12s%n", "", "min", "median", "max");
        summary.metrics()
                .forEach((name, spread) -> System.out.printf(
                        "  %-24s %12s %12s %12s%n",
                        name, number(spread.min()), number(spread.median()), number(spread.max())));
        System.out.flush();
    }

    /** Medians of everything that was measured of more than one system or in more than one variant. */
    static void printSideBySide(List<Summary> summaries) {
        Map<String, List<Summary>> byMeasure = summaries.stream()
                .collect(Collectors.groupingBy(Summary::measure, java.util.LinkedHashMap::new, Collectors.toList()));
        byMeasure.forEach((measure, rows) -> {
            if (rows.size() > 1) {
                printMedians(measure, rows);
            }
        });
    }

    private static void printMedians(String measure, List<Summary> rows) {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.metrics().keySet()));
        int width = rows.stream().mapToInt(row -> row.label().length()).max().orElse(0);
        System.out.printf("%n%s, medians%n  %s", measure, " ".repeat(width));
        names.forEach(name -> System.out.printf(" %s", name));
        System.out.println();
        for (Summary row : rows) {
            System.out.printf("  %-" + width + "s", row.label());
            Map<String, Summary.Spread> metrics = row.metrics();
            if (metrics.isEmpty()) {
                System.out.printf(" skipped: %s", row.skipped());
            } else {
                names.forEach(name -> System.out.printf(
                        " %" + name.length() + "s",
                        metrics.containsKey(name) ? number(metrics.get(name).median()) : "-"));
            }
            System.out.println();
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.0f" : "%.2f", value);
    }
}
