package dev.punctual.observe;

import dev.punctual.core.StreamTelemetry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts the clients of the fire stream for Prometheus. */
public final class StreamCounters implements StreamTelemetry {

    private final Gauge clients;
    private final Counter dropped;

    /**
     * @param registry where the metrics are scraped
     */
    public StreamCounters(PrometheusRegistry registry) {
        this.clients = Gauge.builder()
                .name("punctual_stream_clients")
                .help("Clients that follow the fires of /v1/fires/stream.")
                .register(registry);
        this.dropped = Counter.builder()
                .name("punctual_stream_dropped_total")
                .help("Clients of the fire stream that were dropped because they did not read.")
                .register(registry);
    }

    @Override
    public void opened() {
        clients.inc();
    }

    @Override
    public void closed() {
        clients.dec();
    }

    @Override
    public void dropped() {
        dropped.inc();
    }
}
