package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;

/** What a pending job costs the server, with ids of 13 characters for nearly all of them. */
final class ContenderBytes extends ContenderMeasure {

    private static final Duration REST = Duration.ofSeconds(2);
    private static final String PREFIX = "bytes-id"; // and 5 digits for nine of ten jobs
    private static final int SCHEMA = 1;

    ContenderBytes(Contender contender, ContenderStage stage) {
        super("bytes", "", contender, stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        contender.program();
        int count = scale.pick(20_000, 100_000);
        Progress.step(count + " jobs");
        try (Server server = Server.start(contender)) {
            Loading loading = new Loading(contender, server);
            loading.load(Load.inADay("schema-", SCHEMA, 0));
            Pause.of(REST);
            long before = server.usedBytes();
            loading.load(Load.inADay(PREFIX, count, count));
            Pause.of(REST);
            int jobs = count + Loading.warmUpJobs(count);
            return figures()
                    .setting("count", jobs)
                    .metric("bytesPerJob", (double) (server.usedBytes() - before) / jobs);
        }
    }
}
