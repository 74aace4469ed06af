package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RespClient;
import dev.punctual.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service on the Redis that it brings along. */
@Tag("faults")
final class EmbeddedRedisServiceTest {

    private static final Duration FIRED = Duration.ofSeconds(15);

    @Test
    void keepsItsJobsOverAKillAndARestartAndSharesItsDataWithNobody() {
        try (ServiceProcess service = NotificationMode.ON.service().start()) {
            List<String> far = new JobRequests(service.http()).createAll("far", 100, Duration.ofDays(1));
            List<String> soon =
                    new ArrayList<>(new JobRequests(service.http()).createAll("kill", 100, Duration.ofMillis(800)));
            service.kill9();
            service.restart();
            awaitOnce(service, soon);

            String data = service.directory().resolve("data").toString();
            try (ServiceProcess second =
                    NotificationMode.ON.service().env("PUNCTUAL_DATA_DIR", data).launch()) {
                assertThat(second.awaitExit()).isPositive();
                assertThat(second.logs()).contains("is in use by the service with process id " + service.pid());
            }

            soon.addAll(new JobRequests(service.http()).createAll("stop", 100, Duration.ofMillis(800)));
            service.term();
            service.awaitExit();
            service.restart();
            awaitOnce(service, soon);
            assertThat(service.http()
                            .get("/v1/stats")
                            .json()
                            .at("/jobs/scheduled")
                            .asInt())
                    .isEqualTo(far.size());
            assertThat(new JobRequests(service.http())
                            .get("far-99")
                            .json()
                            .at("/state")
                            .asText())
                    .isEqualTo("scheduled");
        }
    }

    private static void awaitOnce(ServiceProcess service, List<String> ids) {
        Await.await("all have arrived, each once").atMost(FIRED).untilAsserted(() -> assertThat(arrived(service))
                .hasSameSizeAs(ids)
                .containsAll(ids));
    }

    private static List<String> arrived(ServiceProcess service) {
        try (RespClient redis = new RespClient("127.0.0.1", port(service), Duration.ofSeconds(5))) {
            return ((List<?>) redis.call("LRANGE", "punctual:queue:default", "0", "-1"))
                    .stream().map(String::valueOf).map(Arrivals::idOf).toList();
        }
    }

    private static int port(ServiceProcess service) {
        try {
            return Integer.parseInt(Files.readString(service.directory().resolve("data/redis.port"))
                    .strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
