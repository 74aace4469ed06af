package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.testkit.RedisAccess;
import java.time.Duration;
import java.util.List;

/** All connections of the service are cut a few times while jobs fall due; those of the worker are not. */
final class CutMeasure extends LongMeasure {

    private static final int COUNT = 5_000;
    private static final int CUTS = 4;
    private static final Duration OVER = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(25);

    CutMeasure(Stage stage) {
        super("cut", "", stage);
    }

    @Override
    public Figures run(Scale scale) {
        PunctualServers servers = stage.shared(0);
        try (ListWorker worker = ListWorker.start(servers.redis.uri())) {
            Load load = stage.nextLoad(COUNT, OVER);
            servers.loader().load(load);
            Progress.step("cuts");
            for (int cut = 1; cut <= CUTS; cut++) {
                Pause.untilMillis(load.firstDueAtMillis() + cut * OVER.toMillis() / (CUTS + 1));
                cut(servers.redis);
            }
            worker.awaitCount(COUNT, LIMIT);
            FireTally tally = new FireTally(load, worker.deliveries());
            return Figures.empty()
                    .setting("count", COUNT)
                    .setting("cuts", CUTS)
                    .metrics(tally.handled.counts())
                    .metric("fastPercent", tally.fastPercent());
        }
    }

    /** All clients but those that wait on a list or are this one. */
    private static void cut(RedisAccess redis) {
        List<String> spared = List.of("cmd=blpop", "cmd=lpop", "cmd=client|list");
        redis.cliString("CLIENT", "LIST")
                .lines()
                .filter(client -> spared.stream().noneMatch(client::contains))
                .forEach(client -> redis.cli("CLIENT", "KILL", "ID", client.substring(3, client.indexOf(' '))));
    }
}
