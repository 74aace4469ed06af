package dev.punctual.engine;

import dev.punctual.core.ClaimedJob;
import java.util.List;

/** The capacity of one leased queue on this instance, and where its claimed jobs go. Thread-safe; nothing blocks. */
interface Lane {

    /**
     * Reserves places for jobs.
     *
     * @return how many were given, 0 to {@code most}; each is used by a job of {@link #take} or given back
     */
    int reserve(int most);

    /** Gives back places that are not needed. */
    void release(int places);

    /** Jobs that were claimed for places that are reserved. */
    void take(List<ClaimedJob> jobs);

    /** Says who is told that places are free, after a reservation got fewer than it asked for. */
    void onFree(Runnable listener);

    /** Takes no more, and gives back what has not ended. Where connections have to be closed, it blocks until they are. */
    void close();
}
