package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;
import java.util.Map;

/** Jobs that are posted to a sink on the loopback, all due in one millisecond or so many a second. */
final class WebhookMeasure extends PunctualMeasure {

    private static final int CONNECTIONS = 32;
    private static final int WARM_UP = 10_000;
    private static final int PER_SECOND = 500;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final boolean burst;

    private WebhookMeasure(String name, boolean burst, Stage stage) {
        super(name, "connections " + CONNECTIONS, stage);
        this.burst = burst;
    }

    /** How many deliveries a second there are at most. */
    static WebhookMeasure burst(Stage stage) {
        return new WebhookMeasure("webhooks", true, stage);
    }

    /** How late they are in a steady stream. */
    static WebhookMeasure lag(Stage stage) {
        return new WebhookMeasure("webhooks-" + PER_SECOND, false, stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (WebhookSink sink = WebhookSink.answering();
                PunctualServers servers = PunctualServers.start(1, Map.of(), settings(sink, CONNECTIONS))) {
            warmUp(servers, sink);
            Duration over = burst ? Duration.ZERO : Duration.ofSeconds(scale.pick(10, 30));
            int count = burst ? scale.pick(20_000, 50_000) : (int) (PER_SECOND * over.toSeconds());
            Load load = stage.nextLoad(count, over);
            servers.loader().load(load);
            Progress.step("delivers " + count);
            Pause.untilMillis(load.firstDueAtMillis());
            Spent spent = Spent.from(servers);
            sink.awaitCount(WARM_UP + count, over.plus(LIMIT));
            FireTally tally = new FireTally(load, sink.deliveries());
            Figures figures =
                    Figures.empty().setting("connections", CONNECTIONS).setting("count", count);
            if (burst) {
                figures.metric("deliveriesPerSecond", tally.handled.perSecond());
            } else {
                figures.setting("perSecond", PER_SECOND)
                        .metrics(tally.handled.lags())
                        .metrics(tally.fireLags())
                        .metric("fastPercent", tally.fastPercent());
            }
            return figures.metrics(tally.handled.counts()).metrics(spent.metrics(count));
        }
    }

    private void warmUp(PunctualServers servers, WebhookSink sink) {
        Progress.step("warms up");
        servers.loader().load(stage.nextLoad(WARM_UP, Duration.ZERO));
        if (!sink.awaitCount(WARM_UP, LIMIT)) {
            throw new IllegalStateException(
                    "the warm-up did not come: " + servers.service().logs());
        }
    }

    /** The queue of the measures with such a webhook. */
    static String[] settings(WebhookSink sink, int connections) {
        String queue = "-Ddw.queues." + PunctualServers.QUEUE + ".";
        return new String[] {queue + "target=webhook", queue + "url=" + sink.url(), queue + "concurrency=" + connections
        };
    }
}
