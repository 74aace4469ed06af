package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Handled;
import dev.punctual.bench.kit.Lags;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a load's deliveries say of the fires, by Redis's clock, beside what a worker sees. */
final class FireTally {

    private static final long MICROS_PER_MILLI = 1000;

    final Tally handled;
    private final Load load;
    private final Lags lags = new Lags();
    private int fires;
    private int fast;
    private long lastFiredAtMillis;

    FireTally(Load load, List<Delivery> deliveries) {
        this.load = load;
        List<Handled> reported = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            Delivery.Fired fired = delivery.fired();
            reported.add(delivery.handled(fired));
            if (load.indexOf(fired.id()) >= 0) {
                add(fired);
            }
        }
        this.handled = new Tally(load, reported);
    }

    private void add(Delivery.Fired fired) {
        fires++;
        fast += fired.fast() ? 1 : 0;
        lastFiredAtMillis = Math.max(lastFiredAtMillis, fired.firedAtMillis());
        lags.add((fired.firedAtMillis() - fired.dueAtMillis()) * MICROS_PER_MILLI);
    }

    Map<String, Double> fireLags() {
        return lags.metrics("fire");
    }

    double fastPercent() {
        return 100.0 * fast / Math.max(1, fires);
    }

    /** From the first due time to the last fire. */
    double firesPerSecond() {
        return fires * 1000.0 / Math.max(1, lastFiredAtMillis - load.firstDueAtMillis());
    }
}
