package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Backoff;
import dev.punctual.core.Change;
import dev.punctual.core.Due;
import dev.punctual.core.JobId;
import dev.punctual.core.JobPatch;
import dev.punctual.core.JobStore;
import dev.punctual.core.JobStoreContract;
import dev.punctual.core.RetryPolicy;
import java.time.Duration;
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

    @Override
    protected void die(JobId id) {
        JobPatch last = new JobPatch(
                new Due.After(Duration.ZERO),
                Change.none(),
                Change.none(),
                Change.to(new RetryPolicy(1, Backoff.DEFAULT)));
        long generation = store.patch(id, last).generation().value();
        ns.redis.cli("SET", ns.name + ":queue:default", "no list");
        ns.claimNotified(Namespace.hint(id.value(), generation));
        ns.redis.cli("DEL", ns.name + ":queue:default");
    }
}
