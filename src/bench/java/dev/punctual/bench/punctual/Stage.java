package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import java.time.Duration;
import java.util.Map;

/**
 * Holds the servers of one measure for the next one, where that needs the same: a million jobs are loaded once. There are
 * never two sets of servers at a time.
 */
public final class Stage implements AutoCloseable {

    private static final int WARM_BURST = 10_000;
    private static final int WARM_STREAM = 2_000;
    private static final Duration WARM_LIMIT = Duration.ofSeconds(60);

    private PunctualServers shared;
    private int pending;
    private int loads;

    /** One instance in its defaults, warmed up, with so many jobs pending that are not due for a day. */
    PunctualServers shared(int wanted) {
        if (shared == null || pending != wanted) {
            close();
            Progress.step("starts the service, " + wanted + " pending");
            shared = PunctualServers.start(1, Map.of());
            pending = wanted;
            shared.addPending(wanted);
            warmUp(shared);
        }
        return shared;
    }

    /** Makes room for servers of another kind, which their measure closes. */
    void clear() {
        close();
    }

    /** A beginning of ids that no other load has. */
    String nextPrefix() {
        return "j" + ++loads + "-";
    }

    /** A load of jobs in the near future, far enough off for all of them to be scheduled before. */
    Load nextLoad(int count, Duration over) {
        long leadMillis = 3_000 + count / 12;
        return new Load(nextPrefix(), count, System.currentTimeMillis() + leadMillis, over.toMillis());
    }

    /** A burst and a stream, so that what is measured is compiled. */
    void warmUp(PunctualServers servers) {
        Progress.step("warms up");
        try (ListWorker worker = ListWorker.start(servers.redis.uri())) {
            servers.loader().load(nextLoad(WARM_BURST, Duration.ZERO));
            worker.awaitCount(WARM_BURST, WARM_LIMIT);
            servers.loader().load(nextLoad(WARM_STREAM, Duration.ofSeconds(2)));
            if (!worker.awaitCount(WARM_BURST + WARM_STREAM, WARM_LIMIT)) {
                throw new IllegalStateException("only " + worker.count() + " jobs of the warm-up fired: "
                        + servers.service().logs());
            }
        }
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }
}
