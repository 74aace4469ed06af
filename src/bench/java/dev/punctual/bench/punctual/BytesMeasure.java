package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.RedisCounters;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;
import java.util.Map;

/** What a pending job costs Redis, all structures together. The ids are generated: 13 characters. */
final class BytesMeasure extends PunctualMeasure {

    private static final int COUNT = 100_000;

    /** Buffers of connections count too; Redis gives them back while a connection rests. */
    private static final Duration REST = Duration.ofSeconds(4);

    BytesMeasure(Stage stage) {
        super("bytes", "", stage);
    }

    @Override
    public int repeats() {
        return 1;
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (PunctualServers servers = PunctualServers.start(1, Map.of())) {
            Pause.of(REST);
            long before = RedisCounters.of(servers.redis).usedBytes();
            servers.loader().load(Load.inADay("", COUNT, COUNT));
            Pause.of(REST);
            long bytes = RedisCounters.of(servers.redis).usedBytes() - before;
            return Figures.empty()
                    .setting("count", COUNT)
                    .setting("idCharacters", 13)
                    .metric("bytesPerJob", (double) bytes / COUNT);
        }
    }
}
