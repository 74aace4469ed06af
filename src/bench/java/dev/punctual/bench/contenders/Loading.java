package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Commands;
import dev.punctual.bench.kit.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The verbs {@code schedule} and {@code bulk} of a contender. */
final class Loading {

    private static final int NO_BULK = 3;
    private static final int CALLERS_INSTEAD = 16;
    private static final int MOST_WARM_UP_JOBS = 2_000;
    private static final Pattern PER_SECOND = Pattern.compile("perSecond ([0-9.]+)");

    private final Contender contender;
    private final Server server;

    Loading(Contender contender, Server server) {
        this.contender = contender;
        this.server = server;
    }

    static List<String> options(Load load) {
        return List.of(
                "--prefix",
                load.prefix(),
                "--count",
                Integer.toString(load.count()),
                "--first",
                Long.toString(load.firstDueAtMillis()),
                "--over",
                Long.toString(load.overMillis()));
    }

    /** How many jobs a program schedules before, to warm up; they are not due for a day. */
    static int warmUpJobs(int count) {
        return Math.min(count / 4, MOST_WARM_UP_JOBS);
    }

    /** Schedules by the best call there is. */
    void load(Load load) {
        Commands.End end = call(load, "bulk");
        if (end.status() == NO_BULK) {
            schedule(load, CALLERS_INSTEAD);
        } else {
            perSecond(end);
        }
        if (System.currentTimeMillis() > load.firstDueAtMillis()) {
            throw new IllegalStateException("the jobs were due before all of them were scheduled");
        }
    }

    /** Schedules one a call; jobs a second. */
    double schedule(Load load, int callers) {
        return perSecond(call(load, "schedule", "--callers", Integer.toString(callers)));
    }

    /** Schedules in bulk; jobs a second, or a negative number where there is no such call. */
    double bulk(Load load) {
        Commands.End end = call(load, "bulk");
        return end.status() == NO_BULK ? -1 : perSecond(end);
    }

    private Commands.End call(Load load, String verb, String... more) {
        List<String> words = new ArrayList<>(contender.program().command());
        words.addAll(List.of(verb, "--server", server.uri()));
        words.addAll(options(load));
        words.addAll(List.of(more));
        Duration limit = Duration.ofSeconds(60 + load.count() / 200);
        return Commands.end(contender.program().directory(), limit, words);
    }

    private static double perSecond(Commands.End end) {
        Matcher figure = PER_SECOND.matcher(end.out());
        if (end.status() != 0 || !figure.find()) {
            throw new IllegalStateException(
                    "status " + end.status() + ": " + end.err().strip());
        }
        return Double.parseDouble(figure.group(1));
    }
}
