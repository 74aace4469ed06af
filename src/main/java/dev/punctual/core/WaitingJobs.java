package dev.punctual.core;

import java.util.Iterator;
import java.util.List;

/** All waiting jobs, the parked ones of paused queues among them. Thread-safe. */
public interface WaitingJobs {

    /**
     * Reads them a few at a time: by due time, and those of one due time in the order of scheduling; parked ones at the end.
     * A job that waits all the while without a change is there; one that changes meanwhile may be missing or there twice.
     *
     * @return a fresh reading for one thread; its methods block, and throw {@link StoreUnavailableException} and
     *     {@link OutcomeUnknownException}
     */
    Iterator<List<Job>> read();
}
