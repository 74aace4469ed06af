package dev.punctual.testkit;

import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.core.JobStore;
import dev.punctual.core.JobStoreContract;

/** The store in memory keeps the contract, so that tests may trust it. */
final class InMemoryJobStoreTest extends JobStoreContract {

    private final InMemoryJobStore store = new InMemoryJobStore();

    @Override
    protected JobStore store() {
        return store;
    }

    @Override
    protected void deliver(JobId id) {
        store.move(id, JobState.DELIVERED);
    }

    @Override
    protected void die(JobId id) {
        store.move(id, JobState.DEAD);
    }
}
