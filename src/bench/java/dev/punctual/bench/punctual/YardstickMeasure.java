package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What Redis can do at most with our two busiest scripts and nothing else to do: the schedule script by redis-benchmark,
 * the claim script in full batches of due jobs.
 */
final class YardstickMeasure extends PunctualMeasure {

    private static final String ID = "yardstick0000"; // as long as what redis-benchmark puts in its place
    private static final String RANDOM_ID = "y__rand_int__";
    private static final String DELAY_MILLIS = "1234567890";
    private static final String RANDOM_DELAY = "__rand_int__";
    private static final String ONE =
            "{\"id\":\"%s\",\"queue\":\"bench\",\"delay\":\"%sms\",\"payload\":" + Load.PAYLOAD + "}";
    private static final int BATCH = 256;
    private static final int LARGE_BATCH = 512;

    YardstickMeasure(Stage stage) {
        super("yardstick", "scripts alone", stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (PunctualServers servers = PunctualServers.start(1, Map.of())) {
            SentScript schedule = sentSchedule(servers);
            SentScript claim = sentClaim(servers, schedule);
            int jobs = scale.pick(50_000, 100_000);
            Figures figures = Figures.empty().setting("claimed", jobs);
            Progress.step("claims alone");
            for (int batch : List.of(BATCH, LARGE_BATCH)) {
                figures.metric("claimBy" + batch + "PerSecond", claims(servers, claim, jobs, batch));
            }
            servers.service().kill9();
            Progress.step("schedules alone");
            RedisBenchmark benchmark = new RedisBenchmark(servers.redis.port());
            int calls = scale.pick(100_000, 300_000);
            List<String> args = randomized(schedule.args());
            return figures.metric("scheduleOneAtATimePerSecond", benchmark.perSecond(calls, 1, schedule.with(args)))
                    .metric("schedulePipelinedPerSecond", benchmark.perSecond(calls, 16, schedule.with(args)));
        }
    }

    private static SentScript sentSchedule(PunctualServers servers) {
        try (Monitor monitor = new Monitor(servers.redis)) {
            post(servers, ID, DELAY_MILLIS);
            return awaitSent(monitor, "\"" + ID + "\"", "no other");
        }
    }

    private static SentScript sentClaim(PunctualServers servers, SentScript schedule) {
        try (Monitor monitor = new Monitor(servers.redis)) {
            post(servers, "claimed", "300");
            return awaitSent(monitor, "\"claimed\"", schedule.digest());
        }
    }

    private static void post(PunctualServers servers, String id, String delayMillis) {
        try (HttpConnection connection = new HttpConnection(servers.service().api())) {
            HttpConnection.Reply reply = connection.post("/v1/jobs", ONE.formatted(id, delayMillis));
            if (reply.status() != 201) {
                throw new IllegalStateException(reply.toString());
            }
        }
    }

    private static SentScript awaitSent(Monitor monitor, String text, String otherDigest) {
        return Await.await("the script with " + text)
                .until(() -> SentScript.find(monitor.lines(), text, otherDigest), sent -> sent.isPresent())
                .orElseThrow();
    }

    /** With another id and delay in each call; the random numbers are delays of up to 23 days. */
    private static List<String> randomized(List<String> args) {
        if (!args.contains(ID) || !args.contains(DELAY_MILLIS)) {
            throw new IllegalStateException("the script takes id and delay in another form: " + args);
        }
        return args.stream()
                .map(arg -> arg.equals(ID) ? RANDOM_ID : arg.equals(DELAY_MILLIS) ? RANDOM_DELAY : arg)
                .toList();
    }

    /** Schedules jobs with the service, ends it before they are due, and claims them as it would have. */
    private double claims(PunctualServers servers, SentScript claim, int jobs, int batch) {
        if (!servers.service().isRunning()) {
            servers.service().restart();
        }
        Load load = stage.nextLoad(jobs, Duration.ZERO);
        servers.loader().over(1, load);
        servers.service().kill9();
        Pause.untilMillis(load.firstDueAtMillis() + 50);
        long before = servers.redis.cliLong("LLEN", PunctualServers.LIST);
        if (before > 0) {
            servers.redis.cli("DEL", PunctualServers.LIST);
        }
        try (RespClient client = servers.redis.connect()) {
            expire(client);
            List<String[]> calls = calls(claim, load, batch);
            long started = System.nanoTime();
            client.pipeline(calls);
            double seconds = (System.nanoTime() - started) / 1e9;
            long claimed = servers.redis.cliLong("LLEN", PunctualServers.LIST);
            if (claimed < jobs) {
                throw new IllegalStateException("claimed " + claimed + " of " + jobs + " jobs");
            }
            return jobs / seconds;
        }
    }

    /** Reads every key once, so that Redis expires what has lapsed: in the service's life the nudge has done that. */
    private static void expire(RespClient client) {
        String cursor = "0";
        do {
            cursor = (String) ((List<?>) client.call("SCAN", cursor, "COUNT", "1000")).get(0);
        } while (!cursor.equals("0"));
    }

    private static List<String[]> calls(SentScript claim, Load load, int batch) {
        int id = claim.args().indexOf("claimed");
        boolean generationBefore = claim.args().get(id - 1).equals("1");
        if (!generationBefore || id != claim.args().size() - 1) {
            throw new IllegalStateException("the script takes hints in another form: " + claim.args());
        }
        List<String> fixed = claim.args().subList(0, id - 1);
        List<String[]> calls = new ArrayList<>();
        for (int from = 0; from < load.count(); from += batch) {
            List<String> args = new ArrayList<>(fixed);
            for (int i = from; i < Math.min(load.count(), from + batch); i++) {
                Collections.addAll(args, "1", load.id(i));
            }
            calls.add(claim.with(args));
        }
        return calls;
    }
}
