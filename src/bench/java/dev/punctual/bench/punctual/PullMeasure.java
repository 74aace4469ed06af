package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import dev.punctual.bench.kit.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Jobs that are due already are leased in batches over HTTP, and acknowledged one by one or a batch at a time. */
final class PullMeasure extends PunctualMeasure {

    private static final int BATCH = 50;
    private static final int PULLERS = 16;
    private static final int WARM_UP = 20_000;
    private static final String TOKEN = "\"leaseToken\":\"";
    private static final String LEASE = "/v1/queues/" + PunctualServers.QUEUE + "/lease";
    private static final String ASKED = "{\"max\":" + BATCH + ",\"wait\":\"200ms\"}";

    private final boolean together;

    /**
     * @param together whether a batch is acknowledged in one call
     */
    PullMeasure(boolean together, Stage stage) {
        super("pull", "HTTP, batches of " + BATCH + ", acks " + (together ? "together" : "one by one"), stage);
        this.together = together;
    }

    @Override
    public Figures run(Scale scale) {
        int count = scale.pick(20_000, 50_000);
        stage.clear();
        try (PunctualServers servers =
                PunctualServers.start(1, Map.of(), "-Ddw.queues." + PunctualServers.QUEUE + ".target=pull")) {
            Progress.step("warms up");
            pull(servers, load(servers, WARM_UP));
            Load load = load(servers, count);
            Progress.step("leases and acknowledges");
            Spent spent = Spent.from(servers);
            double seconds = pull(servers, load);
            return Figures.empty()
                    .setting("count", count)
                    .setting("batch", BATCH)
                    .setting("pullers", PULLERS)
                    .setting("acks", together ? "together" : "one by one")
                    .metric("perSecond", count / seconds)
                    .metrics(spent.metrics(count));
        }
    }

    private Load load(PunctualServers servers, int count) {
        Load load = stage.nextLoad(count, Duration.ZERO);
        servers.loader().load(load);
        Pause.untilMillis(load.lastDueAtMillis() + 500);
        return load;
    }

    /** Until all are acknowledged; seconds. */
    private double pull(PunctualServers servers, Load load) {
        AtomicInteger left = new AtomicInteger(load.count());
        long started = System.nanoTime();
        Threads.join(IntStream.range(0, PULLERS)
                .mapToObj(puller -> Threads.start("bench-puller", () -> pull(servers, left)))
                .toList());
        return (System.nanoTime() - started) / 1e9;
    }

    private void pull(PunctualServers servers, AtomicInteger left) {
        try (HttpConnection connection = new HttpConnection(servers.service().api())) {
            while (left.get() > 0) {
                List<String> tokens = tokens(connection.post(LEASE, ASKED));
                ack(connection, tokens);
                left.addAndGet(-tokens.size());
            }
        }
    }

    private void ack(HttpConnection connection, List<String> tokens) {
        if (together && !tokens.isEmpty()) {
            String all = "{\"tokens\":[\"" + String.join("\",\"", tokens) + "\"]}";
            HttpConnection.Reply reply = connection.post("/v1/leases/ack", all);
            check(reply, 200);
            if (reply.body().contains("\"status\":410")) {
                throw new IllegalStateException(reply.toString());
            }
        } else {
            tokens.forEach(token -> check(connection.post("/v1/leases/" + token + "/ack", ""), 204));
        }
    }

    private static List<String> tokens(HttpConnection.Reply reply) {
        check(reply, 200);
        String body = reply.body();
        List<String> tokens = new ArrayList<>(BATCH);
        for (int at = body.indexOf(TOKEN); at >= 0; at = body.indexOf(TOKEN, at + 1)) {
            tokens.add(body.substring(at + TOKEN.length(), body.indexOf('"', at + TOKEN.length())));
        }
        return tokens;
    }

    private static void check(HttpConnection.Reply reply, int status) {
        if (reply.status() != status) {
            throw new IllegalStateException(reply.toString());
        }
    }
}
