package dev.punctual.core;

import java.time.Instant;

/** Is told that a job became the earliest of the schedule. Must not block. */
@FunctionalInterface
public interface WakeUp {

    /**
     * @param due its due time
     */
    void earliest(Instant due);
}
