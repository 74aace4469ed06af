package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.JobId;
import dev.punctual.core.JobStore;
import dev.punctual.core.JobStoreContract;
import org.junit.jupiter.api.Tag;

/** The store in Redis keeps the contract. */
@Tag("redis")
final class RedisJobStoreTest extends JobStoreContract {

    private final Namespace ns = new Namespace();
    private final JobStore store = new RedisJobStore(ns.runner, ns.keys, 100);

    @Override
    protected JobStore store() {
        return store;
    }

    @Override
    protected void deliver(JobId id) {
        store.fireNow(id);
        assertThat(ns.claimNotified(Namespace.hint(
                                id.value(), ns.job(id.value()).generation().value()))
                        .fires())
                .hasSize(1);
    }
}
