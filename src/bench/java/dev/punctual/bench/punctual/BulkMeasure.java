package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;

/** {@code POST /v1/jobs/bulk}, one stream of lines over one connection or four. */
final class BulkMeasure extends PunctualMeasure {

    private final int connections;

    BulkMeasure(int connections, Stage stage) {
        super("bulk", "HTTP, connections " + connections, stage);
        this.connections = connections;
    }

    @Override
    public boolean isLong() {
        return connections > 1;
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(0);
        int count = scale.pick(100_000, 300_000);
        Progress.step(count + " jobs");
        Load warm = farOff(count / 5);
        servers.loader().over(connections, warm);
        Load load = farOff(count);
        Spent spent = Spent.from(servers);
        long started = System.nanoTime();
        servers.loader().over(connections, load);
        double seconds = (System.nanoTime() - started) / 1e9;
        return Figures.empty()
                .setting("count", count)
                .setting("connections", connections)
                .setting("over", "HTTP")
                .metric("perSecond", count / seconds)
                .metrics(spent.metrics(count));
    }

    private Load farOff(int count) {
        return Load.inADay(stage.nextPrefix(), count, count);
    }
}
