package dev.punctual.bench.peers;

import java.util.List;

/** A system under test, connected to its server. */
public interface Contender extends AutoCloseable {

    /** Connects, and creates what the system needs on a fresh server. */
    interface Opening {
        Contender open(Options options) throws Exception;
    }

    /** Starts the one consumer of this process; returns when it consumes. */
    void work(Report report) throws Exception;

    /** Schedules one job with one call; several threads call at once. */
    void schedule(Job job) throws Exception;

    /**
     * Schedules many with the best call that the system documents for it.
     *
     * @throws UnsupportedOperationException if it has none
     */
    void scheduleInBulk(List<Job> jobs) throws Exception;

    @Override
    void close() throws Exception;
}
