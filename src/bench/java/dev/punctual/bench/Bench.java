package dev.punctual.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code scripts/bench [measure...] [--quick]}: measures, prints a table, and writes target/bench/results.json. */
public final class Bench {

    private static final Path RESULTS = Path.of("target/bench/results.json");
    private static final int REPEATS = 3;

    private static final List<Measure> MEASURES = List.of(
            new ReadyMeasure(),
            new LagMeasure(100, true),
            new LagMeasure(1000, true),
            new LagMeasure(100, false),
            new IdleMeasure());

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> wanted = new ArrayList<>(List.of(arguments));
        boolean quick = wanted.remove("--quick");
        List<String> known = MEASURES.stream().map(Measure::name).toList();
        if (!known.containsAll(wanted)) {
            System.err.println("bench: known measures are " + String.join(" ", known) + ", and --quick");
            System.exit(2);
        }
        List<Map<String, Object>> results = new ArrayList<>();
        for (Measure measure : MEASURES) {
            if (wanted.isEmpty() || wanted.contains(measure.name())) {
                results.add(run(measure, quick));
            }
        }
        write(results);
    }

    private static Map<String, Object> run(Measure measure, boolean quick) throws Exception {
        System.out.printf("%n%s: %s%n", measure.name(), measure.purpose());
        int repeats = quick ? 1 : REPEATS;
        Map<String, List<Double>> values = new LinkedHashMap<>();
        Map<String, Object> settings = Map.of();
        for (int run = 1; run <= repeats; run++) {
            System.out.printf("  run %d of %d%n", run, repeats);
            Figures figures = measure.run(quick);
            settings = figures.settings();
            figures.metrics().forEach((name, value) -> values.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(value));
        }
        Map<String, Object> metrics = new LinkedHashMap<>();
        System.out.printf("  %-20s %12s %12s %12s%n", "", "min", "median", "max");
        values.forEach((name, all) -> {
            List<Double> sorted = all.stream().sorted().toList();
            double median = sorted.get(sorted.size() / 2);
            metrics.put(name, Map.of("min", sorted.get(0), "median", median, "max", sorted.get(sorted.size() - 1)));
            System.out.printf(
                    Locale.ROOT,
                    "  %-20s %12.2f %12.2f %12.2f%n",
                    name,
                    sorted.get(0),
                    median,
                    sorted.get(sorted.size() - 1));
        });
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("measure", measure.name());
        result.put("system", "punctual");
        result.put("settings", settings);
        result.put("metrics", metrics);
        return result;
    }

    private static void write(List<Map<String, Object>> results) throws IOException {
        Files.createDirectories(RESULTS.getParent());
        Files.writeString(
                RESULTS, new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(results));
        System.out.printf("%nWritten: %s%n", RESULTS);
    }
}
