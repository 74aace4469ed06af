package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Holds the server and the consumer of a contender from one measure to the next that needs the same. */
public final class ContenderStage implements AutoCloseable {

    private static final int WARM = 2_000;
    private static final Duration WARM_LIMIT = Duration.ofSeconds(20);
    private static final int START_MILLIS = 4_000;

    private Session session;
    private Contender of;
    private int pending;
    private int loads;

    /** A server with a consumer on it. */
    record Session(Server server, Worker worker, Report report) {}

    /** One consumer, warmed up, with so many jobs pending that are not due for a day. */
    Session shared(Contender contender, int wanted) {
        if (session == null || of != contender || pending != wanted) {
            close();
            contender.program();
            Progress.step("starts");
            Server server = Server.start(contender);
            Report report = newReport();
            try {
                // The first verb makes the schema.
                load(contender, server, wanted);
                session = new Session(server, Worker.start(contender, server, report, false, null), report);
            } catch (RuntimeException | Error failed) {
                server.close();
                throw failed;
            }
            of = contender;
            pending = wanted;
            warmUp(contender);
        }
        return session;
    }

    private void load(Contender contender, Server server, int wanted) {
        if (wanted > 0) {
            Progress.step("schedules " + wanted + " jobs that stay pending");
            new Loading(contender, server).load(Load.inADay("pending-", wanted, wanted));
        }
    }

    private void warmUp(Contender contender) {
        Progress.step("warms up");
        Load load = nextLoad(contender, WARM, Duration.ofSeconds(2));
        new Loading(contender, session.server()).load(load);
        session.report().awaitCount(load, WARM, load.lastDueAtMillis() + WARM_LIMIT.toMillis());
    }

    /** Makes room for servers that a measure closes itself. */
    void clear() {
        close();
    }

    Report newReport() {
        try {
            return new Report(Files.createTempDirectory("punctual-bench-").resolve("report"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String nextPrefix() {
        return "j" + ++loads + "-";
    }

    /** A load far enough off for the contender to schedule all of it before. */
    Load nextLoad(Contender contender, int count, Duration over) {
        long leadMillis = START_MILLIS + count * 1000L / contender.bounds().loadsPerSecond();
        return new Load(nextPrefix(), count, System.currentTimeMillis() + leadMillis, over.toMillis());
    }

    static void delete(Report report) {
        try (Stream<Path> files = Files.walk(report.file().getParent())) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (session != null) {
            session.worker().close();
            session.server().close();
            delete(session.report());
            session = null;
        }
    }
}
