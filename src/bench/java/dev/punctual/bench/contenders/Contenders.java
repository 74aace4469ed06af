package dev.punctual.bench.contenders;

import dev.punctual.bench.contenders.Contender.Bounds;
import dev.punctual.bench.contenders.Contender.Program;
import dev.punctual.bench.contenders.Contender.Storage;
import dev.punctual.bench.kit.Measure;
import dev.punctual.bench.strategies.Strategies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All systems beside ours, and all that is measured of them. */
public final class Contenders {

    private static final int BURST = 50_000;

    private static final List<Contender> ALL = List.of(
            strategy("zset-poll", 10),
            strategy("list-per-task", 10),
            strategy("zset-to-queue", 10),
            strategy("plain-notification", 20),
            strategy("ring", 70),
            new Contender("bullmq", Storage.REDIS, false, new Bounds(80, 4_000), () -> PeerBuild.node("bullmq")),
            java("redisson", Storage.REDIS, new Bounds(20, 5_000)),
            java("rqueue", Storage.REDIS, new Bounds(75, 1_000)),
            java("db-scheduler", Storage.POSTGRESQL, new Bounds(75, 4_000)),
            java("jobrunr", Storage.POSTGRESQL, new Bounds(75, 1_000)),
            java("quartz", Storage.NONE, new Bounds(5, 20_000)));

    private Contenders() {}

    private static Contender strategy(String name, int recoverySeconds) {
        return new Contender(
                name,
                Storage.REDIS,
                true,
                new Bounds(recoverySeconds, 10_000),
                () -> new Program(
                        Path.of("").toAbsolutePath(),
                        List.of(
                                PeerBuild.JAVA,
                                "-Xmx512m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Strategies.class.getName(),
                                name)));
    }

    private static Contender java(String name, Storage storage, Bounds bounds) {
        return new Contender(name, storage, false, bounds, () -> PeerBuild.java(name));
    }

    /**
     * @param pending with how many jobs pending the lag is measured
     */
    public static List<Measure> all(ContenderStage stage, List<Integer> pending) {
        List<Measure> all = new ArrayList<>();
        for (Contender contender : ALL) {
            boolean inHeap = contender.storage() == Storage.NONE;
            if (!inHeap) {
                all.add(new ContenderBulk(contender, stage));
                all.add(new ContenderSchedule(contender, 1, stage));
                all.add(new ContenderSchedule(contender, 16, stage));
                all.add(new ContenderBytes(contender, stage));
            }
            for (int jobs : inHeap ? List.of(0) : pending) {
                all.add(new ContenderLag(contender, 100, jobs, stage));
                all.add(new ContenderLag(contender, 1000, jobs, stage));
            }
            all.add(new ContenderBurst(contender, BURST, stage));
            if (contender.isStrategy()) {
                all.add(new ContenderDoubles(contender, stage));
                all.add(new ContenderCut(contender, stage));
            }
            all.add(new ContenderKill(contender, stage));
        }
        return all;
    }
}
