package dev.punctual.bench;

import dev.punctual.bench.kit.Measure;
import dev.punctual.bench.kit.Scale;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The command line.
 *
 * @param measures names; empty for all
 * @param systems names; empty for all
 * @param scale how much is measured
 * @param repeats how often, 0 for the default of each measure
 * @param pending only what is measured with so many jobs pending; -1 for all
 */
record Options(List<String> measures, List<String> systems, Scale scale, int repeats, int pending) {

    static final String USAGE =
            "scripts/bench [measure...] [--quick] [--system name,...] [--repeats n] [--pending n] [--list]";

    static final String OURS = "punctual";

    /**
     * @throws IllegalArgumentException with a message for the user
     */
    static Options parse(List<String> words) {
        List<String> measures = new ArrayList<>();
        List<String> systems = List.of();
        Scale scale = Scale.FULL;
        int repeats = 0;
        int pending = -1;
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "--quick" -> scale = Scale.QUICK;
                case "--system" -> systems = List.of(value(word, rest).split(","));
                case "--repeats" -> repeats = number(word, rest);
                case "--pending" -> pending = number(word, rest);
                default -> {
                    if (word.startsWith("-")) {
                        throw new IllegalArgumentException("unknown option " + word);
                    }
                    measures.add(word);
                }
            }
        }
        return new Options(List.copyOf(measures), systems, scale, repeats, pending);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }

    private static int number(String option, Iterator<String> rest) {
        String value = value(option, rest);
        try {
            return Integer.parseUnsignedInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a number, not " + value, e);
        }
    }

    /** A quick run that names nothing measures ours alone, and nothing long. */
    boolean wants(Measure measure) {
        if (scale == Scale.QUICK && measures.isEmpty() && measure.isLong()) {
            return false;
        }
        if (scale == Scale.QUICK && systems.isEmpty() && !measure.system().equals(OURS)) {
            return false;
        }
        return (measures.isEmpty() || measures.contains(measure.name()))
                && (systems.isEmpty() || systems.contains(measure.system()));
    }

    int repeatsOf(Measure measure) {
        if (repeats > 0) {
            return repeats;
        }
        return scale.pick(1, measure.repeats());
    }
}
