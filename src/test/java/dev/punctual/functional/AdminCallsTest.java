package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("functional")
class AdminCallsTest {

    private static final List<String> METRICS = List.of(
            "punctual_fires_total",
            "punctual_lag_seconds",
            "punctual_jobs",
            "punctual_oldest_overdue_seconds",
            "punctual_notification_probe_lag_seconds",
            "punctual_notifications_total",
            "punctual_nudges_total",
            "punctual_claims_total",
            "punctual_deliveries_total",
            "punctual_delivery_seconds",
            "punctual_redis_command_seconds",
            "punctual_sweep_age_seconds");

    private final Http admin = Notifications.ON.service().admin();

    @Test
    void servesEveryPathOfTheAdminPort() {
        assertThat(admin.get("/ping").body().strip()).isEqualTo("pong");
        assertThat(admin.get("/threads").body()).contains("dw-admin", "punctual-reconciler");
        assertThat(admin.get("/metrics").json().has("gauges")).isTrue();
        JsonNode checks = admin.get("/healthcheck").json();
        assertThat(checks.fieldNames())
                .toIterable()
                .contains("redis", "notifications", "sweep", "overdue", "deadlocks");
        assertThat(checks).allSatisfy(check -> assertThat(check.path("healthy").asBoolean())
                .isTrue());
        assertThat(admin.get("/health-check?type=ready").status()).isEqualTo(200);
        assertThat(admin.get("/health-check?type=live").status()).isEqualTo(200);
    }

    @Test
    void namesEveryMetricThatRulesAndPanelsRelyOn() {
        RunningService service = Notifications.ON.service();
        String queue = fresh("metrics");
        service.schedule("{'queue':'" + queue + "','delay':'0s'}");
        service.awaitArrivals(queue, 1);
        await("the fire is counted").untilAsserted(() -> {
            String scrape = admin.get("/prometheus").body();
            assertThat(METRICS).allSatisfy(name -> assertThat(scrape).contains("# TYPE " + name));
            assertThat(value(scrape, "punctual_claims_total{path=\"fast\",result=\"won\"}"))
                    .isPositive();
            assertThat(value(scrape, "punctual_lag_seconds_count{path=\"fast\"}"))
                    .isPositive();
            assertThat(value(scrape, "punctual_deliveries_total{outcome=\"delivered\",target=\"list\"}"))
                    .isPositive();
            assertThat(value(scrape, "punctual_nudges_total")).isPositive();
            assertThat(value(scrape, "punctual_redis_command_seconds_count")).isPositive();
            assertThat(scrape).contains("\npunctual_notifications_total{kind=");
            assertThat(scrape).contains("\npunctual_fires_total{cause=\"none\",path=\"fast\",queue=");
            assertThat(scrape).contains("\npunctual_jobs{state=\"scheduled\"} ");
        });
    }

    private static double value(String scrape, String series) {
        return scrape.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is not in " + scrape));
    }

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void isReadyWithoutNotificationsAndSaysThatItIsDegraded(Notifications notifications) {
        Answer ready = notifications.service().admin().get("/health-check?type=ready");
        assertThat(ready.status()).isEqualTo(200);
        assertThat(ready.body().contains("degraded")).isEqualTo(notifications == Notifications.OFF);
        Answer checks = notifications.service().admin().get("/healthcheck");
        assertThat(checks.status()).isEqualTo(200);
        assertThat(checks.body().contains("degraded")).isEqualTo(notifications == Notifications.OFF);
    }

    @Test
    void servesNothingOfTheAdminPortToClients() {
        Http clients = Notifications.ON.service().http();
        for (String path : List.of("/metrics", "/prometheus", "/threads", "/healthcheck", "/health-check", "/ping")) {
            assertThat(clients.get(path).status()).as(path).isEqualTo(404);
        }
    }
}
