package dev.punctual.bench.kit;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What workers report, held against what was loaded. */
public final class Tally {

    private static final long MICROS_PER_MILLI = 1000;

    private final Load load;
    private final Lags lags = new Lags();
    private final BitSet seen;
    private int twice;
    private long lastAtMicros;

    public Tally(Load load, List<Handled> reported) {
        this.load = load;
        this.seen = new BitSet(load.count());
        reported.forEach(this::add);
    }

    private void add(Handled handled) {
        int index = load.indexOf(handled.id());
        if (index < 0) {
            return;
        }
        if (seen.get(index)) {
            twice++;
            return;
        }
        seen.set(index);
        lags.add(handled.atMicros() - load.dueAtMillis(index) * MICROS_PER_MILLI);
        lastAtMicros = Math.max(lastAtMicros, handled.atMicros());
    }

    /** Different jobs. */
    public int jobs() {
        return seen.cardinality();
    }

    /** Further times that a job came, whose first time was counted before. */
    public int twice() {
        return twice;
    }

    public int lost() {
        return load.count() - jobs();
    }

    /** When the last job came for the first time. */
    public long lastAtMicros() {
        return lastAtMicros;
    }

    /** Jobs a second from the first due time to the last handling. */
    public double perSecond() {
        long micros = Math.max(1, lastAtMicros - load.firstDueAtMillis() * MICROS_PER_MILLI);
        return jobs() * 1e6 / micros;
    }

    /** jobs, lost, twice. */
    public Map<String, Double> counts() {
        Map<String, Double> counts = new LinkedHashMap<>();
        counts.put("jobs", (double) jobs());
        counts.put("lost", (double) lost());
        counts.put("twice", (double) twice());
        return counts;
    }

    /** The same where time ran out for what is missing: it may come yet. */
    public Map<String, Double> countsInTime() {
        Map<String, Double> counts = new LinkedHashMap<>();
        counts.put("jobs", (double) jobs());
        counts.put("unhandledInTime", (double) lost());
        counts.put("twice", (double) twice());
        return counts;
    }

    public Map<String, Double> lags() {
        return lags.metrics("");
    }
}
