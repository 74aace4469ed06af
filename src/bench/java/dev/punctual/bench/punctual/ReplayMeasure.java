package dev.punctual.bench.punctual;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.RedisCounters;
import dev.punctual.bench.kit.Scale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** Dead jobs are replayed through the API, a call after the other, while what was replayed fires. */
final class ReplayMeasure extends PunctualMeasure {

    private static final int COUNT = 100_000;
    private static final int LIMIT = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final ObjectMapper JSON = new ObjectMapper();

    ReplayMeasure(Stage stage) {
        super("replay", "", stage);
    }

    @Override
    public int repeats() {
        return 1;
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (PunctualServers servers =
                PunctualServers.start(1, Map.of(), "-Ddw.queues." + PunctualServers.QUEUE + ".retry.maxAttempts=1")) {
            // A list that is none refuses each of them for good.
            servers.redis.cli("SET", PunctualServers.LIST, "not a list");
            Load load = stage.nextLoad(COUNT, Duration.ZERO);
            servers.loader().load(load);
            await(servers, "/jobs/dead", COUNT);
            servers.redis.cli("DEL", PunctualServers.LIST);
            Progress.step("replays");
            RedisCounters.watchLatency(servers.redis);
            long started = System.nanoTime();
            int replayed = replay(servers);
            double seconds = (System.nanoTime() - started) / 1e9;
            while (servers.redis.cliLong("LLEN", PunctualServers.LIST) < COUNT
                    && System.nanoTime() - started < PATIENCE.toNanos()) {
                Pause.of(BETWEEN_LOOKS);
            }
            double firedSeconds = (System.nanoTime() - started) / 1e9;
            return Figures.empty()
                    .setting("count", COUNT)
                    .setting("limit", LIMIT)
                    .metric("replayed", replayed)
                    .metric("seconds", seconds)
                    .metric("secondsUntilAllFired", firedSeconds)
                    .metric("fired", servers.redis.cliLong("LLEN", PunctualServers.LIST))
                    .metric("redisBlockedMs", RedisCounters.blockedMillis(servers.redis));
        }
    }

    private static int replay(PunctualServers servers) {
        int replayed = 0;
        try (HttpConnection connection = new HttpConnection(servers.service().api())) {
            String cursor = null;
            do {
                String from = cursor == null ? "" : ",\"cursor\":\"" + cursor + "\"";
                JsonNode step = json(connection.post("/v1/dead/replay", "{\"limit\":" + LIMIT + from + "}"));
                replayed += step.path("replayed").asInt();
                cursor = step.path("next").textValue();
            } while (cursor != null);
        }
        return replayed;
    }

    private static void await(PunctualServers servers, String pointer, int count) {
        long started = System.nanoTime();
        try (HttpConnection connection = new HttpConnection(servers.service().api())) {
            while (json(connection.get("/v1/stats")).at(pointer).asInt() < count) {
                if (System.nanoTime() - started > PATIENCE.toNanos()) {
                    throw new IllegalStateException(
                            "only " + json(connection.get("/v1/stats")).path("jobs") + " of " + count);
                }
                Pause.of(BETWEEN_LOOKS);
            }
        }
    }

    private static JsonNode json(HttpConnection.Reply reply) {
        if (reply.status() != 200) {
            throw new IllegalStateException(reply.toString());
        }
        try {
            return JSON.readTree(reply.body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }
}
