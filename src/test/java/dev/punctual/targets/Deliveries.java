package dev.punctual.targets;

import dev.punctual.core.Deliverer;
import dev.punctual.core.Delivery;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Deliveries, and their outcomes waited for. */
final class Deliveries {

    static final Instant CREATED = Instant.parse("2026-01-02T03:04:05.678Z");
    static final String BODY = "{\"id\":\"a\",\"payload\":{\"text\":\"Zürich €\"},\"attempt\":1}";

    private static final long LIMIT_SECONDS = 20;

    private Deliveries() {}

    static Delivery first() {
        return attempt(1);
    }

    static Delivery attempt(int attempt) {
        return of(new JobId("a"), new Generation(1), attempt, Delivery.Route.PLAIN);
    }

    static Delivery to(String url) {
        return of(new JobId("a"), new Generation(1), 1, new Delivery.Route(url, null));
    }

    static Delivery of(JobId id, Generation generation, int attempt, Delivery.Route route) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new Delivery(new Delivery.Message(id, generation, CREATED), attempt, now, BODY, route);
    }

    /** Reserves a place, delivers and waits. */
    static DeliveryOutcome outcome(Deliverer deliverer, Delivery delivery) throws Exception {
        if (deliverer.reserve(1) != 1) {
            throw new AssertionError("no place");
        }
        return deliverer.deliver(delivery).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Starts so many at once. */
    static List<java.util.concurrent.CompletableFuture<DeliveryOutcome>> start(Deliverer deliverer, int count) {
        if (deliverer.reserve(count) != count) {
            throw new AssertionError("no places");
        }
        return IntStream.range(0, count)
                .mapToObj(i -> deliverer.deliver(first()).toCompletableFuture())
                .toList();
    }

    /** The reason of a retry. */
    static String retried(DeliveryOutcome outcome) {
        if (outcome instanceof DeliveryOutcome.Retry retry) {
            return retry.reason();
        }
        throw new AssertionError("not a retry: " + outcome);
    }

    /** The reason of a death. */
    static String dead(DeliveryOutcome outcome) {
        if (outcome instanceof DeliveryOutcome.Dead dead) {
            return dead.reason();
        }
        throw new AssertionError("not dead: " + outcome);
    }

    static Duration since(long startedNanos) {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }
}
