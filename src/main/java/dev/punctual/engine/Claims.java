package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Claims from the schedule, for what this instance has capacity for. */
final class Claims {

    private final DueStore store;
    private final Dispatcher dispatcher;

    Claims(DueStore store, Dispatcher dispatcher) {
        this.store = store;
        this.dispatcher = dispatcher;
    }

    /** See {@link DueStore#claimNotified}. */
    ClaimBatch notified(List<DueKey> hints, Instant leaveBefore) {
        return dispatcher.claim(hints.size(), free -> store.claimNotified(hints, leaveBefore, free));
    }

    /** See {@link DueStore#claimOverdue}. */
    ClaimBatch overdue(int limit, Duration grace, Instant catchUpBefore) {
        return dispatcher.claim(limit, free -> store.claimOverdue(limit, grace, catchUpBefore, free));
    }

    /** The schedule itself. */
    DueStore store() {
        return store;
    }
}
