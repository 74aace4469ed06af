package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.RedisCounters;
import dev.punctual.bench.kit.Scale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What callers cost that wait for jobs which do not come. */
final class IdlePollsMeasure extends PunctualMeasure {

    private static final int POLLS = 1000;
    private static final double KIB_PER_MIB = 1024;
    private static final Duration SETTLE = Duration.ofSeconds(4);

    IdlePollsMeasure(Stage stage) {
        super("idle-polls", "polls " + POLLS, stage);
    }

    @Override
    public int repeats() {
        return 1;
    }

    @Override
    public Figures run(Scale scale) {
        Duration over = Duration.ofSeconds(scale.pick(5, 20));
        stage.clear();
        List<HttpConnection> polls = new ArrayList<>();
        try (PunctualServers servers =
                PunctualServers.start(1, Map.of(), "-Ddw.queues." + PunctualServers.QUEUE + ".target=pull")) {
            Progress.step("without any");
            Pause.of(SETTLE);
            double aloneMiB = residentMiB(servers);
            double aloneCpu = cpuPercent(servers, over);
            Progress.step(POLLS + " wait");
            for (int i = 0; i < POLLS; i++) {
                HttpConnection poll = new HttpConnection(servers.service().api());
                polls.add(poll);
                poll.begin("/v1/queues/" + PunctualServers.QUEUE + "/lease", "{\"wait\":\"60s\"}");
            }
            Pause.of(SETTLE);
            RedisCounters before = RedisCounters.of(servers.redis);
            double cpu = cpuPercent(servers, over);
            RedisCounters after = RedisCounters.of(servers.redis);
            return Figures.empty()
                    .setting("polls", POLLS)
                    .metric("moreMiB", residentMiB(servers) - aloneMiB)
                    .metric("cpuPercent", cpu)
                    .metric("cpuPercentWithoutAny", aloneCpu)
                    .metric("redisCommandsPerSecond", (after.commands() - before.commands()) / (over.toMillis() / 1e3));
        } finally {
            polls.forEach(HttpConnection::close);
        }
    }

    /** Of one core. */
    private static double cpuPercent(PunctualServers servers, Duration over) {
        Duration before = cpu(servers);
        Pause.of(over);
        return 100.0 * cpu(servers).minus(before).toNanos() / over.toNanos();
    }

    private static Duration cpu(PunctualServers servers) {
        return ProcessHandle.of(servers.service().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    /** Linux only; NaN elsewhere. */
    private static double residentMiB(PunctualServers servers) {
        Path status = Path.of("/proc/" + servers.service().pid() + "/status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        try {
            return Files.readAllLines(status).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElse(Double.NaN)
                    / KIB_PER_MIB;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
