package dev.punctual.observe;

import io.dropwizard.core.setup.Environment;
import io.prometheus.metrics.exporter.servlet.jakarta.PrometheusMetricsServlet;
import io.prometheus.metrics.instrumentation.dropwizard.DropwizardExports;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** {@code /prometheus} on the admin port: our metrics, and Dropwizard's of HTTP, threads and the JVM beside them. */
public final class PrometheusEndpoint {

    private static final String PATH = "/prometheus";

    private PrometheusEndpoint() {}

    /**
     * Serves a registry. Call once per environment.
     *
     * @param registry what is served; Dropwizard's metrics are added to it
     */
    public static void register(Environment environment, PrometheusRegistry registry) {
        DropwizardExports.builder().dropwizardRegistry(environment.metrics()).register(registry);
        environment
                .admin()
                .addServlet("prometheus", new PrometheusMetricsServlet(registry))
                .addMapping(PATH);
    }
}
