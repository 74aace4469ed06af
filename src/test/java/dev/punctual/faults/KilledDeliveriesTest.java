package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.Receiver.Received;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service killed at any moment, again and again, while it posts jobs. */
@Tag("faults")
final class KilledDeliveriesTest {

    private static final int ROUNDS = 10;
    private static final int JOBS_A_ROUND = 60;
    private static final int CONCURRENCY = 16;
    private static final int LONGEST_LIFE_MILLIS = 1_500;
    private static final long HOLD_MILLIS = 150;
    private static final Duration SETTLED = Duration.ofSeconds(60);

    @Test
    void everyJobReachesTheReceiverOverTwentyKillsAndOnlyThoseInFlightDoSoTwice() {
        // Side by side, with notifications and without, since starting takes most of the time.
        Stream.of(NotificationMode.values())
                .map(mode -> CompletableFuture.runAsync(() -> killAgainAndAgain(mode)))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static void killAgainAndAgain(NotificationMode mode) {
        List<String> ids = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start("--save", "");
                Receiver receiver = Receiver.start(exchange -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(HOLD_MILLIS));
                    exchange.sendResponseHeaders(200, -1);
                })) {
            for (int round = 0; round < ROUNDS; round++) {
                try (ServiceProcess service = service(mode, redis, receiver).start()) {
                    ids.addAll(Posting.schedule(service, "hooks", "r" + round, JOBS_A_ROUND, Duration.ofMillis(100)));
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(
                            ThreadLocalRandom.current().nextInt(LONGEST_LIFE_MILLIS)));
                    service.kill9();
                }
            }
            try (ServiceProcess last = service(mode, redis, receiver).start()) {
                Posting.awaitCount(last, "hooks", "delivered", ids.size(), SETTLED);
                check(ids, receiver.received(), last);
            }
        }
    }

    private static ServiceProcess.Builder service(NotificationMode mode, RedisProcess redis, Receiver receiver) {
        return Posting.queue(
                mode.service().redis(redis).env("PUNCTUAL_LEASE", "1500ms"),
                "hooks",
                receiver.url(),
                Posting.retry(
                        50, "100ms", "concurrency=" + CONCURRENCY, "circuit.failureRate=1", "circuit.calls=100000"));
    }

    private static void check(List<String> ids, List<Received> requests, ServiceProcess service) {
        Map<String, List<Received>> byJob = requests.stream()
                .collect(Collectors.groupingBy(
                        request -> request.body().split("\"id\":\"", 2)[1].split("\"", 2)[0]));
        assertThat(byJob.keySet()).containsExactlyInAnyOrderElementsOf(ids);
        int extra = 0;
        for (String id : ids) {
            List<Received> own = byJob.get(id);
            assertThat(own)
                    .extracting(request -> request.headers().get("webhook-id"))
                    .as(id)
                    .containsOnly(own.get(0).headers().get("webhook-id"));
            assertThat(own)
                    .extracting(request -> request.headers().get("punctual-attempt"))
                    .as(id)
                    .doesNotHaveDuplicates();
            int attempts = Posting.job(service, id).path("attempt").asInt();
            assertThat(attempts).as(id).isGreaterThanOrEqualTo(own.size());
            extra += attempts - 1;
        }
        assertThat(extra).isLessThanOrEqualTo(ROUNDS * CONCURRENCY);
    }
}
