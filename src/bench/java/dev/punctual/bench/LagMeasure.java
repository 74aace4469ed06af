package dev.punctual.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** How late jobs fire, with many others pending. Taken from what arrives in the list, so by Redis's clock. */
final class LagMeasure implements Measure {

    private static final int PENDING = 100_000;
    private static final int WARM_UP = 2_000;
    private static final Duration LEAD = Duration.ofSeconds(5);

    private final int perSecond;
    private final boolean notifications;

    LagMeasure(int perSecond, boolean notifications) {
        this.perSecond = perSecond;
        this.notifications = notifications;
    }

    @Override
    public String name() {
        return (notifications ? "lag-" : "sweep-") + perSecond;
    }

    @Override
    public String purpose() {
        return perSecond
                + " jobs/s, "
                + PENDING
                + " others pending, "
                + (notifications ? "notifications on" : "notifications off")
                + ": lag in ms, share by the fast path";
    }

    @Override
    public Figures run(boolean quick) throws JsonProcessingException {
        Duration over = Duration.ofSeconds(quick ? 10 : 30);
        int count = (int) (perSecond * over.toSeconds());
        try (Servers servers = Servers.start(Map.of())) {
            servers.addPending(PENDING);
            if (!notifications) {
                servers.redis.cli("CONFIG", "SET", "notify-keyspace-events", "");
            }
            warmUp(servers);
            Instant first = Instant.now().plus(LEAD);
            servers.addDue("due-", count, first, over);
            Await.await("all fires")
                    .atMost(LEAD.plus(over).plusSeconds(60))
                    .until(() -> servers.firedCount() >= count + WARM_UP);
            return figures(servers.fired(WARM_UP));
        }
    }

    private static void warmUp(Servers servers) {
        servers.addDue("warm-", WARM_UP, Instant.now().plusSeconds(2), Duration.ofSeconds(4));
        Await.await("the warm-up's fires").atMost(Duration.ofSeconds(60)).until(() -> servers.firedCount() >= WARM_UP);
    }

    private Figures figures(List<String> fired) throws JsonProcessingException {
        Histogram lags = new Histogram(3);
        int fast = 0;
        long least = Long.MAX_VALUE;
        ObjectMapper json = new ObjectMapper();
        Set<String> ids = new HashSet<>();
        for (String item : fired) {
            JsonNode job = json.readTree(item);
            long lag = Duration.between(
                            Instant.parse(job.get("dueAt").asText()),
                            Instant.parse(job.get("firedAt").asText()))
                    .toMillis();
            least = Math.min(least, lag);
            lags.recordValue(Math.max(0, lag));
            fast += job.get("path").asText().equals("fast") ? 1 : 0;
            ids.add(job.get("id").asText());
        }
        return Figures.of(Map.of("perSecond", perSecond, "pending", PENDING, "notifications", notifications))
                .with("jobs", ids.size())
                .with("twice", fired.size() - ids.size())
                .with("p50Ms", lags.getValueAtPercentile(50))
                .with("p99Ms", lags.getValueAtPercentile(99))
                .with("p999Ms", lags.getValueAtPercentile(99.9))
                .with("maxMs", lags.getMaxValue())
                .with("leastMs", least)
                .with("fastPercent", 100.0 * fast / Math.max(1, fired.size()));
    }
}
