package dev.punctual.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step in the life of a job.
 *
 * @param event scheduled, replaced, rescheduled, fire_requested, replayed, due, nudged, notified, running, delivered,
 *     retry, lapsed, released, dead or cancelled
 * @param at when, by Redis's clock
 * @param generation the generation that it happened to, from 1
 * @param attempt the attempt, 0 where it was none
 * @param path the path of an attempt, else null
 * @param cause the cause of a sweep, else null
 * @param instance who did it, null where nobody in particular did
 * @param detail the reason of a failure, else null
 */
public record TimelineEvent(
        String event,
        Instant at,
        long generation,
        int attempt,
        @Nullable FirePath path,
        @Nullable SweepCause cause,
        @Nullable String instance,
        @Nullable String detail) {}
