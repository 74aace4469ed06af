package dev.punctual.resources;

import dev.punctual.core.Fire;
import dev.punctual.core.FirePath;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import org.jspecify.annotations.Nullable;

/**
 * Which fires a client of the stream wants.
 *
 * @param queue only this queue; null for all
 * @param path only this path; null for both
 * @param cause only this cause; null for all, and for those that have none
 */
record FireFilter(@Nullable QueueName queue, @Nullable FirePath path, @Nullable SweepCause cause) {

    boolean fits(Fire fire) {
        return (queue == null || queue.equals(fire.job().queue()))
                && (path == null || path == fire.path())
                && (cause == null || cause == fire.cause());
    }
}
