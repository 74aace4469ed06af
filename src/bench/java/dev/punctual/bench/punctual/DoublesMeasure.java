package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two instances, and two workers on the list. */
final class DoublesMeasure extends LongMeasure {

    private static final int COUNT = 5_000;
    private static final Duration OVER = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(15);

    DoublesMeasure(Stage stage) {
        super("doubles", "", stage);
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(0);
        try (Companions second = Companions.start(servers, 1);
                ListWorker one = ListWorker.start(servers.redis.uri());
                ListWorker other = ListWorker.start(servers.redis.uri())) {
            Progress.step("two of each");
            Load load = stage.nextLoad(COUNT, OVER);
            servers.loader().load(load);
            long deadlineNanos = System.nanoTime() + OVER.plus(LIMIT).toNanos();
            int left = COUNT;
            while (left > 0 && System.nanoTime() < deadlineNanos) {
                one.awaitCount(one.count() + left, Duration.ofMillis(100));
                left = COUNT - one.count() - other.count();
            }
            List<Delivery> all = new ArrayList<>(one.deliveries());
            all.addAll(other.deliveries());
            return Figures.empty()
                    .setting("count", COUNT)
                    .setting("instances", servers.services.size())
                    .metrics(new FireTally(load, all).handled.counts());
        }
    }
}
