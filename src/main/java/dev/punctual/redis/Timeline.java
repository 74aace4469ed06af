package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.Generation;
import dev.punctual.core.TimelineEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a job's life. The record keeps only those that nothing else tells: the beginning follows from its creation,
 * the end from its last fire, so that the ordinary life of a job costs no byte.
 */
final class Timeline {

    private static final Set<String> NEW_GENERATION = Set.of("replaced", "rescheduled", "fire_requested", "replayed");

    private Timeline() {}

    /**
     * @param updatedAt the last change, which of a delivered job is its delivery
     */
    static List<TimelineEvent> of(
            Instant createdAt,
            Instant updatedAt,
            Generation generation,
            List<TimelineEvent> kept,
            @Nullable Fire lastFire) {
        List<TimelineEvent> events = new ArrayList<>(kept.size() + 3);
        events.add(plain("scheduled", createdAt, firstGeneration(generation, kept)));
        events.addAll(kept);
        if (lastFire != null && lastFire.outcome() == FireOutcome.DELIVERED) {
            events.add(
                    plain("due", lastFire.dueAt(), lastFire.job().generation().value()));
            events.add(attempt("delivered", updatedAt, lastFire));
        }
        if (lastFire != null && lastFire.outcome() == FireOutcome.RUNNING) {
            events.add(
                    plain("due", lastFire.dueAt(), lastFire.job().generation().value()));
            events.add(attempt("running", lastFire.firedAt(), lastFire));
        }
        return events;
    }

    private static TimelineEvent attempt(String event, Instant at, Fire fire) {
        return new TimelineEvent(
                event,
                at,
                fire.job().generation().value(),
                fire.attempt(),
                fire.path(),
                fire.cause(),
                fire.instance(),
                null);
    }

    private static TimelineEvent plain(String event, Instant at, long generation) {
        return new TimelineEvent(event, at, generation, 0, null, null, null, null);
    }

    private static long firstGeneration(Generation now, List<TimelineEvent> kept) {
        if (kept.isEmpty()) {
            return now.value();
        }
        TimelineEvent first = kept.get(0);
        return NEW_GENERATION.contains(first.event()) ? first.generation() - 1 : first.generation();
    }
}
