package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.StoreStats;
import dev.punctual.observe.Readings.FakeStats;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.junit5.DropwizardAppExtension;
import io.dropwizard.testing.junit5.DropwizardExtensionsSupport;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("functional")
@ExtendWith(DropwizardExtensionsSupport.class)
class AdminPortTest {

    private static final Duration PROMPT = Duration.ofSeconds(2);
    private static final int APPLICATION_THREADS = 8;

    private final HttpClient http = HttpClient.newHttpClient();
    private final DropwizardAppExtension<Configuration> service = new DropwizardAppExtension<>(
            Observed.class,
            null,
            ConfigOverride.config("server.applicationConnectors[0].port", "0"),
            ConfigOverride.config("server.adminConnectors[0].port", "0"),
            ConfigOverride.config("server.minThreads", "" + APPLICATION_THREADS),
            ConfigOverride.config("server.maxThreads", "" + APPLICATION_THREADS));

    @AfterEach
    void letGo() {
        observed().released.countDown();
    }

    @Test
    void servesEveryPathOfTheContractOnTheAdminPort() throws Exception {
        assertThat(get("/ping").body().trim()).isEqualTo("pong");
        assertThat(get("/metrics").statusCode()).isEqualTo(200);
        assertThat(get("/threads").body()).contains("dw-admin");
        assertThat(get("/healthcheck").statusCode()).isEqualTo(200);
        assertThat(get("/healthcheck").body()).contains("\"notifications\"", "degraded: notifications are silent");
        assertThat(get("/health-check?type=live").statusCode()).isEqualTo(200);
        assertThat(get("/health-check?type=ready").statusCode()).isEqualTo(200);
        assertThat(get("/health-check").body()).contains("degraded: notifications are silent");
        assertThat(get("/prometheus").statusCode()).isEqualTo(200);
    }

    @Test
    void namesEveryMetricOfTheContractAndThoseOfDropwizard() throws Exception {
        assertThat(get("/prometheus").body())
                .contains(
                        "# TYPE punctual_fires_total counter",
                        "# TYPE punctual_lag_seconds histogram",
                        "# TYPE punctual_jobs gauge",
                        "# TYPE punctual_oldest_overdue_seconds gauge",
                        "# TYPE punctual_notifications_total counter",
                        "# TYPE punctual_nudges_total counter",
                        "# TYPE punctual_claims_total counter",
                        "# TYPE punctual_deliveries_total counter",
                        "# TYPE punctual_delivery_seconds histogram",
                        "# TYPE punctual_redis_command_seconds histogram",
                        "# TYPE punctual_sweep_age_seconds gauge",
                        "punctual_fires_total{cause=\"none\",path=\"fast\",queue=\"orders\"} 0.0",
                        "punctual_lag_seconds_bucket{path=\"sweep\",le=\"+Inf\"} 0",
                        "punctual_jobs{state=\"scheduled\"} 10.0",
                        "io_dropwizard_jetty_MutableServletContextHandler_active_requests_total ");
    }

    @Test
    void answersWithinTwoSecondsWhileRedisIsFrozenAndEveryApplicationThreadIsBusy() throws Exception {
        observed().freezeRedis();
        occupyTheApplication();
        assertThat(promptly("/health-check?type=live").statusCode()).isEqualTo(200);
        HttpResponse<String> ready = promptly("/health-check?type=ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("Redis is not reachable: Redis has not answered for ");
        assertThat(promptly("/healthcheck").statusCode()).isEqualTo(500);
        HttpResponse<String> scrape = promptly("/prometheus");
        assertThat(scrape.statusCode()).isEqualTo(200);
        assertThat(scrape.body()).contains("punctual_nudges_total 0.0").doesNotContain("punctual_jobs{");
        assertThat(promptly("/ping").statusCode()).isEqualTo(200);
    }

    private void occupyTheApplication() {
        for (int request = 0; request < 4 * APPLICATION_THREADS; request++) {
            http.sendAsync(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.getLocalPort() + "/hang"))
                            .build(),
                    BodyHandlers.discarding());
        }
        // Acceptor and selector of the application port take threads of the same pool.
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> observed().hanging.get() >= 4);
    }

    private HttpResponse<String> promptly(String path) throws Exception {
        long startedAtNanos = System.nanoTime();
        HttpResponse<String> response = get(path);
        assertThat(Duration.ofNanos(System.nanoTime() - startedAtNanos))
                .as(path)
                .isLessThan(PROMPT);
        return response;
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + service.getAdminPort() + path);
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
        return http.send(request, BodyHandlers.ofString());
    }

    private Observed observed() {
        return service.getApplication();
    }

    /** A service with the observe room alone, and a servlet that hangs. */
    public static final class Observed extends Application<Configuration> {
        final AtomicInteger hanging = new AtomicInteger();
        final CountDownLatch released = new CountDownLatch(1);
        private final FakeStats redis = new FakeStats();

        @Override
        public void run(Configuration configuration, Environment environment) {
            ExecutorService reader = environment
                    .lifecycle()
                    .executorService("stats-%d")
                    .minThreads(1)
                    .maxThreads(1)
                    .build();
            var registry = new PrometheusRegistry();
            var snapshot = new StatsSnapshot(redis, reader, System::nanoTime);
            var metrics = new Metrics(registry, Readings.queues("orders"), new LagRecorder(), System::nanoTime);
            Gauges.register(
                    registry,
                    "1.2.3",
                    snapshot,
                    new Gauges.Known(() -> Readings.SILENT, Readings::redis, metrics::sweepAge));
            PrometheusEndpoint.register(environment, registry);
            new HealthChecks(snapshot, Readings::redis, () -> Readings.SILENT, metrics::sweepAge, Duration.ofSeconds(5))
                    .register(environment);
            environment.servlets().addServlet("hang", new Hang(this)).addMapping("/hang");
            environment.jersey().disable();
        }

        void freezeRedis() {
            redis.answer = this::freeze;
        }

        private StoreStats freeze() {
            awaitRelease();
            return Readings.stats(0, 0, 0);
        }

        private void awaitRelease() {
            try {
                assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Holds its thread until the test ends. */
    private static final class Hang extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient Observed observed;

        Hang(Observed observed) {
            this.observed = observed;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            observed.hanging.incrementAndGet();
            observed.awaitRelease();
            response.setStatus(204);
        }
    }
}
