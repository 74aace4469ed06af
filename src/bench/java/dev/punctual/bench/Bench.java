package dev.punctual.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.bench.contenders.ContenderStage;
import dev.punctual.bench.kit.Measure;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.SkippedException;
import dev.punctual.bench.punctual.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures what it is asked for, prints tables, and writes target/bench/results.json. */
public final class Bench {

    private static final Path RESULTS = Path.of("target/bench/results.json");

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean list = words.remove("--list");
        try (Stage stage = new Stage();
                ContenderStage others = new ContenderStage()) {
            Options options = Options.parse(words);
            List<Measure> all = Plan.all(stage, others, options);
            check(options, all);
            List<Measure> wanted = all.stream().filter(options::wants).toList();
            if (list) {
                wanted.forEach(measure ->
                        System.out.println(measure.name() + "  " + measure.system() + "  " + measure.variant()));
            } else {
                run(wanted, options, stage);
            }
        } catch (IllegalArgumentException misused) {
            System.err.println("bench: " + misused.getMessage() + "\n" + Options.USAGE);
            System.exit(2);
        }
    }

    private static void check(Options options, List<Measure> all) {
        List<String> names = all.stream().map(Measure::name).distinct().toList();
        List<String> systems = all.stream().map(Measure::system).distinct().toList();
        if (!names.containsAll(options.measures())) {
            throw new IllegalArgumentException("known measures are " + String.join(" ", names));
        }
        if (!systems.containsAll(options.systems())) {
            throw new IllegalArgumentException("known systems are " + String.join(" ", systems));
        }
    }

    private static void run(List<Measure> measures, Options options, Stage stage) throws Exception {
        Machine.print();
        List<Summary> summaries = new ArrayList<>();
        boolean failed = false;
        for (Measure measure : measures) {
            Summary summary = new Summary(measure);
            int repeats = options.repeatsOf(measure);
            if (!measure.system().equals(Options.OURS)) {
                stage.close(); // the others have the machine for themselves
            }
            try {
                for (int run = 1; run <= repeats; run++) {
                    Progress.doing((summaries.size() + 1) + "/" + measures.size() + " " + measure.name() + ", "
                            + summary.label() + (repeats == 1 ? "" : ", run " + run + " of " + repeats));
                    summary.add(measure.run(options.scale()));
                }
            } catch (SkippedException skipped) {
                summary.skip(skipped.getMessage());
            } catch (Exception broken) {
                failed = true;
                summary.skip("failed: " + broken);
                Progress.clear();
                broken.printStackTrace();
            }
            Table.print(summary);
            summaries.add(summary);
            write(summaries);
        }
        Table.printSideBySide(summaries);
        System.out.printf("%nWritten: %s%n", RESULTS);
        if (failed) {
            System.exit(1);
        }
    }

    private static void write(List<Summary> summaries) throws IOException {
        Files.createDirectories(RESULTS.getParent());
        Files.writeString(
                RESULTS,
                new ObjectMapper()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(
                                summaries.stream().map(Summary::entry).toList()));
    }
}
