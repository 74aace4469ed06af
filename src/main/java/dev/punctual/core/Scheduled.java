package dev.punctual.core;

import java.time.Instant;

/**
 * What became of one draft.
 *
 * @param id the job
 * @param outcome what happened
 * @param state the state that the job is in now
 * @param dueAt its due time
 * @param createdAt when its life began
 * @param generation its generation
 * @param earliest whether it became the earliest job of the schedule
 */
public record Scheduled(
        JobId id,
        Outcome outcome,
        JobState state,
        Instant dueAt,
        Instant createdAt,
        Generation generation,
        boolean earliest) {

    /** What happened to a draft. */
    public enum Outcome {
        /** A new job, or a new life of a known one. */
        CREATED,
        /** A waiting job was replaced. */
        REPLACED,
        /** That id was scheduled with the same content before; nothing was changed. */
        EXISTS,
        /** That id is known with other content, or in a state that allows no replacement; nothing was changed. */
        CONFLICT,
        /** The precondition does not hold; nothing was changed. */
        PRECONDITION_FAILED
    }
}
